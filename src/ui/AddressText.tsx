import styles from './AddressText.module.css';

type Props = { readonly address: string };

/** Shows the start and end of an address. The tooltip has the whole address. */
export function AddressText({ address }: Props) {
  return (
    <span className={styles.address} title={address}>
      {address.slice(0, 6)}…{address.slice(-4)}
    </span>
  );
}

/** Shows the whole address in ten groups of four, always in the same two rows, so that a person can compare it. */
export function FullAddress({ address }: Props) {
  const groups = address.slice(2).match(/.{1,4}/g) ?? [];
  return (
    <span className={styles.full} role="img" aria-label={address}>
      <span>0x</span>
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two groups can be equal, so the position is the key
        <span key={index}>{group}</span>
      ))}
    </span>
  );
}
