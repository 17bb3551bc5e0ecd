/** The texts of a notice that a feature chooses by its state. */
export type NoticeText = {
  readonly tone: 'info' | 'warning' | 'danger';
  readonly title: string;
  readonly text: string;
};
