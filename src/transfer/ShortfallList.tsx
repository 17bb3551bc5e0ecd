import type { Shortfall } from '#shared/payment.ts';
import type { StatusWords } from '../i18n/status/statusWords.ts';
import { statusWords } from '../i18n/status/statusWords.ts';
import { useWords } from '../i18n/useWords.ts';
import styles from './ShortfallList.module.css';

const labels = {
  transaction: 'transaction',
  payment: 'payment',
  recipient: 'recipient',
  token: 'token',
  decimals: 'tokenDecimals',
  amount: 'smallestUnits',
  amountAtMost: 'smallestUnits',
} as const satisfies Record<Shortfall['field'], string>;

function comparison({ field, expected, actual }: Shortfall, { t }: StatusWords): string {
  switch (field) {
    case 'transaction':
      return t('transactionReverted');
    case 'payment':
      return t('paymentMissing');
    case 'amountAtMost':
      return t('expectedAtMost', { expected, actual });
    default:
      return t('expectedFound', { expected, actual });
  }
}

/** Compares the promised payment with the one on the chain. */
export function ShortfallList({ shortfalls }: { shortfalls: readonly Shortfall[] }) {
  const words = useWords(statusWords);
  return (
    <dl className={styles.shortfalls}>
      {shortfalls.map((shortfall) => (
        <div key={shortfall.field}>
          <dt>{words.t(labels[shortfall.field])}</dt>
          <dd>{comparison(shortfall, words)}</dd>
        </div>
      ))}
    </dl>
  );
}
