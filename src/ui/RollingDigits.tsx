import styles from './values.module.css';

/** Letters between digits stay together, because some scripts join them. */
const PIECE = /\d|\D+/g;
const DIGIT = /^\d$/;

type Props = {
  readonly text: string;
  /** An amount runs from left to right. A text with words follows its language. */
  readonly direction?: 'ltr' | 'auto';
};

/**
 * A number whose changed digits roll in. Each digit keeps its place counted from the end, so that a longer number moves no
 * digit that stays. It remains one text, for reading aloud and for copying.
 */
export function RollingDigits({ text, direction = 'ltr' }: Props) {
  const pieces = text.match(PIECE) ?? [];
  return (
    <span className={styles.number} dir={direction}>
      {pieces.map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place of a digit is what it is known by
        <span key={`${pieces.length - index}:${piece}`} className={DIGIT.test(piece) ? styles.digit : undefined}>
          {piece}
        </span>
      ))}
    </span>
  );
}
