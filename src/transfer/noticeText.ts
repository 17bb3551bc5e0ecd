/** The texts of a notice that a feature chooses by its state. Each line is a paragraph of whole sentences. */
export type NoticeText = {
  readonly tone: 'info' | 'warning' | 'danger';
  readonly title: string;
  readonly lines: readonly string[];
};
