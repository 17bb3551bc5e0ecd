import styles from './RollingDigits.module.css';

const DIGIT = /\d/;

/**
 * A number whose changed digits roll in. Each digit keeps its place counted from the end, so that a longer number moves no
 * digit that stays. It remains one text, for reading aloud and for copying.
 */
export function RollingDigits({ text }: { readonly text: string }) {
  const letters = [...text];
  return (
    // In a right-to-left line the digits, which are separate boxes here, would change their order.
    <span className={styles.number} dir="ltr">
      {letters.map((letter, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place of a digit is what it is known by
        <span key={`${letters.length - index}:${letter}`} className={DIGIT.test(letter) ? styles.digit : undefined}>
          {letter}
        </span>
      ))}
    </span>
  );
}
