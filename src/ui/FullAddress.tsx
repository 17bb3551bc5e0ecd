import styles from './values.module.css';

type Props = { readonly address: string };

/**
 * Shows the whole address in ten groups of four, always in the same two rows, so that it is easy to compare. A screen
 * reader says the groups.
 */
export function FullAddress({ address }: Props) {
  const groups = address.slice(2).match(/.{1,4}/g) ?? [];
  return (
    <span className={styles.full}>
      <span>0x</span>
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two groups can be equal, so the position is the key
        <span key={index}>{group}</span>
      ))}
    </span>
  );
}
