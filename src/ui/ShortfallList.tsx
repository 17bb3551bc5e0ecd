import type { Shortfall } from '../domain/proof.ts';
import styles from './ShortfallList.module.css';

const fieldWords: Record<Shortfall['field'], string> = {
  transaction: 'Transaction',
  payment: 'Payment',
  recipient: 'Recipient',
  token: 'Token',
  amount: 'Amount, in the token’s smallest unit',
};

/** What was promised beside what the destination chain shows. */
export function ShortfallList({ shortfalls }: { shortfalls: readonly Shortfall[] }) {
  return (
    <dl className={styles.shortfalls}>
      {shortfalls.map(({ field, expected, actual }) => (
        <div key={field}>
          <dt>{fieldWords[field]}</dt>
          <dd>
            promised {expected}, found {actual}
          </dd>
        </div>
      ))}
    </dl>
  );
}
