import { assertNever } from '#shared/assertNever.ts';
import type { Shortfall } from '#shared/payment.ts';
import type { Texts } from '../i18n/texts.ts';
import { useTexts } from '../i18n/useTexts.ts';
import { Digits } from '../ui/Digits.tsx';
import { Notice } from '../ui/Notice.tsx';
import type { RefundProof } from './model/transfer.ts';
import styles from './transfer.module.css';

type Deposit = {
  readonly chainName: string;
  readonly tokenName: string;
  readonly decimals: number;
  readonly amount: bigint;
};

type Props = {
  readonly proof: Exclude<RefundProof, { readonly kind: 'unknown' }>;
  readonly deposit: Deposit;
  /** The verdict above already says that the refund is verified. */
  readonly isToldAbove?: boolean;
};

/** The result of this app's own search for a refund on the origin chain. */
export function RefundNotice({ proof, deposit, isToldAbove = false }: Props) {
  const { t, sum } = useTexts('app');
  const { chainName: chain, tokenName, decimals } = deposit;
  const format = (amount: bigint) => sum({ amount, decimals }, tokenName);
  switch (proof.kind) {
    case 'proven':
      return (
        <Notice tone="good" {...(!isToldAbove && { title: t('refundVerified', { chain }) })}>
          <p>
            <Digits
              text={t('refundVerifiedText', { refunded: format(proof.refunded), deposited: format(deposit.amount) })}
            />
          </p>
          {proof.refunded < deposit.amount ? (
            <p>
              <Digits text={t('refundKept', { kept: format(deposit.amount - proof.refunded) })} />
            </p>
          ) : null}
        </Notice>
      );
    case 'mismatch':
      return (
        <Notice tone="danger" title={t('noSuchRefund', { chain })}>
          <p>{t('noSuchRefundText')}</p>
          <ShortfallList shortfalls={proof.shortfalls} />
        </Notice>
      );
    default:
      return assertNever(proof);
  }
}

/** Compares the promised payment with the one on the chain. */
export function ShortfallList({ shortfalls }: { readonly shortfalls: readonly Shortfall[] }) {
  const texts = useTexts('app');
  return (
    <dl className={styles.shortfalls}>
      {shortfalls.map((shortfall) => (
        <div key={shortfall.field}>
          <dt>{texts.t(labels[shortfall.field])}</dt>
          <dd>{comparison(shortfall, texts)}</dd>
        </div>
      ))}
    </dl>
  );
}

const labels = {
  transaction: 'transaction',
  payment: 'payment',
  recipient: 'recipient',
  token: 'token',
  decimals: 'tokenDecimals',
  amount: 'smallestUnits',
  amountAtMost: 'smallestUnits',
  gas: 'gasInWei',
} as const satisfies Record<Shortfall['field'], string>;

function comparison({ field, expected, actual }: Shortfall, { t }: Texts<'app'>): string {
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
