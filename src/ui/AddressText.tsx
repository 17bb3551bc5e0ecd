import styles from './AddressText.module.css';

/** "0xf39F…2266" */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`;
}

type Props = { readonly address: string };

/** Shows the start and end of an address. The tooltip has the whole address. */
export function AddressText({ address }: Props) {
  return (
    <span className={styles.address} title={address}>
      {shortAddress(address)}
    </span>
  );
}
