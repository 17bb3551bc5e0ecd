import styles from './AddressText.module.css';

type Props = { readonly address: string };

/** Head and tail for recognising; the whole of it for hovering and for screen readers. */
export function AddressText({ address }: Props) {
  return (
    <span className={styles.address} title={address}>
      {address.slice(0, 6)}…{address.slice(-4)}
    </span>
  );
}

/** The whole address in groups of four, where somebody should compare it. */
export function FullAddress({ address }: Props) {
  const groups = address.slice(2).match(/.{1,4}/g) ?? [];
  return (
    <span className={styles.full} role="img" aria-label={address}>
      <span>0x</span>
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the position is what tells equal groups apart
        <span key={index}>{group}</span>
      ))}
    </span>
  );
}
