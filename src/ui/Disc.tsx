import styles from './Disc.module.css';

const HUES = 10;

/** A stable hue for a name: the same chain looks the same everywhere, and no picture is fetched from anybody. */
function hueOf(name: string): number {
  // FNV-1a: names that differ in one letter fall far apart.
  let hash = 0x811c9dc5;
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return ((hash ^ (hash >>> 15)) >>> 0) % HUES;
}

type Props = { readonly name: string; readonly shape: 'chain' | 'token'; readonly size?: 'small' | 'medium' };

export function Disc({ name, shape, size = 'medium' }: Props) {
  const initial = [...name][0]?.toUpperCase() ?? '?';
  return (
    <span
      className={`${styles.disc} ${styles[shape]} ${styles[size]} ${styles[`hue${hueOf(shape + name)}`]}`}
      aria-hidden="true"
    >
      {initial}
    </span>
  );
}
