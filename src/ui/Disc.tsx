import styles from './Disc.module.css';

const HUES = 8;

/** A stable hue for a name: the same chain looks the same everywhere, and no picture is fetched from anybody. */
function hueOf(name: string): number {
  let sum = 7;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return sum % HUES;
}

type Props = { readonly name: string; readonly shape: 'chain' | 'token'; readonly size?: 'small' | 'medium' };

export function Disc({ name, shape, size = 'medium' }: Props) {
  const initial = [...name][0]?.toUpperCase() ?? '?';
  return (
    <span
      className={`${styles.disc} ${styles[shape]} ${styles[size]} ${styles[`hue${hueOf(name)}`]}`}
      aria-hidden="true"
    >
      {initial}
    </span>
  );
}
