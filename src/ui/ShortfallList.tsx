import type { Shortfall } from '../domain/proof.ts';
import styles from './ShortfallList.module.css';

const fieldLabels: Record<Shortfall['field'], string> = {
  transaction: 'Transaction',
  payment: 'Payment',
  recipient: 'Recipient',
  token: 'Token',
  amount: 'Amount, in the token’s smallest unit',
};

/** Compares the promised payment with the one on the chain. */
export function ShortfallList({ shortfalls }: { shortfalls: readonly Shortfall[] }) {
  return (
    <dl className={styles.shortfalls}>
      {shortfalls.map(({ field, expected, actual }) => (
        <div key={field}>
          <dt>{fieldLabels[field]}</dt>
          <dd>
            expected {expected}, found {actual}
          </dd>
        </div>
      ))}
    </dl>
  );
}
