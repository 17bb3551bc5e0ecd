import styles from './Disc.module.css';

const HUES = 10;

/** Gives each name a stable hue, so that the app needs no logos from other servers. */
function hueOf(name: string): number {
  // FNV-1a spreads names that differ in one letter.
  let hash = 0x811c9dc5;
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return ((hash ^ (hash >>> 15)) >>> 0) % HUES;
}

type Props = {
  readonly name: string;
  readonly shape: 'chain' | 'token';
  readonly size?: 'small' | 'medium' | 'large';
};

export function Disc({ name, shape, size = 'medium' }: Props) {
  const initial = [...name][0]?.toUpperCase() ?? '?';
  return (
    <span
      className={`${styles.disc} ${styles[shape]} ${styles[size]} ${styles[`hue${hueOf(shape + name)}`]}`}
      // CSS draws the initial, so it isn't text: a button's visible label then starts with the name, like its
      // accessible name.
      data-initial={initial}
      aria-hidden="true"
    />
  );
}
