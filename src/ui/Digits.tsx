import styles from './values.module.css';

/** Three digits with more before them, in a whole number: not in an address, a name, or after a decimal mark. */
const GROUP = /(?<=(?<![\w.,…])\d+)(\d{3})(?=(?:\d{3})*(?!\w|\.[a-z]))/i;

type Props = { readonly text: string };

/**
 * A text whose numbers are amounts. Style groups their digits, because a separator in the text would make a screen
 * reader say two numbers, and would be copied.
 */
export function Digits({ text }: Props) {
  return (
    // One element, because each group would be an item of a flex box around it.
    <span>
      {text.split(GROUP).map((piece, index) =>
        index % 2 === 0 ? (
          piece
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: two groups can be equal
          <span key={index} className={styles.group}>
            {piece}
          </span>
        ),
      )}
    </span>
  );
}

/** Letters between digits stay together, because some scripts join them. */
const PIECE = /\d|\D+/g;
const DIGIT = /^\d$/;

type RollingProps = Props & {
  /** An amount is always left to right. A text with words follows its language. */
  readonly direction?: 'ltr' | 'auto';
};

/**
 * An amount whose changed digits roll in. Digits are keyed by their place from the end, so that unchanged digits stay
 * put when the number gets longer. It remains a single text for screen readers and for copying.
 */
export function RollingDigits({ text, direction = 'ltr' }: RollingProps) {
  const pieces = text.split(GROUP).flatMap((part, index) => {
    const [first, ...rest] = part.match(PIECE) ?? [];
    return first === undefined
      ? []
      : [{ piece: first, isGroup: index % 2 === 1 }, ...rest.map((piece) => ({ piece, isGroup: false }))];
  });
  return (
    <span className={styles.number} dir={direction}>
      {pieces.map(({ piece, isGroup }, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a digit is identified by its place
          key={`${pieces.length - index}:${piece}`}
          className={DIGIT.test(piece) ? `${styles.digit} ${isGroup ? styles.group : ''}` : undefined}
        >
          {piece}
        </span>
      ))}
    </span>
  );
}
