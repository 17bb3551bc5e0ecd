import styles from './RollingDigits.module.css';

/** Letters between digits stay together, because some scripts join them. */
const RUN = /\d+|\D+/g;
const DIGITS = /^\d/;

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
  const runs = text.match(RUN) ?? [];
  return (
    <span className={styles.number} dir={direction}>
      {runs.map((run, index) => {
        const place = runs.length - index;
        return DIGITS.test(run) ? <Digits key={place} run={run} /> : <span key={place}>{run}</span>;
      })}
    </span>
  );
}

/** In a right-to-left line the digits, which are separate boxes here, would change their order. */
function Digits({ run }: { readonly run: string }) {
  return (
    <span dir="ltr">
      {[...run].map((digit, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place of a digit is what it is known by
        <span key={`${run.length - index}:${digit}`} className={styles.digit}>
          {digit}
        </span>
      ))}
    </span>
  );
}
