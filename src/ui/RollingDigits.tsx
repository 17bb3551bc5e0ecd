import styles from './values.module.css';

/** Letters between digits stay together, because some scripts join them. */
const PIECE = /\d|\D+/g;
const DIGIT = /^\d$/;

type Props = {
  readonly text: string;
  /** An amount is always left to right. A text with words follows its language. */
  readonly direction?: 'ltr' | 'auto';
};

/**
 * A number whose changed digits roll in. Digits are keyed by their place from the end, so that unchanged digits stay
 * put when the number gets longer. It remains a single text for screen readers and for copying.
 */
export function RollingDigits({ text, direction = 'ltr' }: Props) {
  const pieces = text.match(PIECE) ?? [];
  return (
    <span className={styles.number} dir={direction}>
      {pieces.map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a digit is identified by its place
        <span key={`${pieces.length - index}:${piece}`} className={DIGIT.test(piece) ? styles.digit : undefined}>
          {piece}
        </span>
      ))}
    </span>
  );
}
