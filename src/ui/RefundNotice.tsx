import { assertNever } from '#shared/assertNever.ts';
import type { RefundProof } from '../domain/refund.ts';
import { displayAmount } from '../words/displayAmount.ts';
import { Notice } from './Notice.tsx';
import { ShortfallList } from './ShortfallList.tsx';

type Deposit = {
  readonly chainName: string;
  readonly tokenName: string;
  readonly decimals: number;
  readonly amount: bigint;
};

type Props = { readonly proof: RefundProof; readonly deposit: Deposit };

/** The result of this app's own search for a refund on the origin chain. */
export function RefundNotice({ proof, deposit }: Props) {
  const { chainName, tokenName, decimals } = deposit;
  const format = (amount: bigint) => `${displayAmount({ amount, decimals })} ${tokenName}`;
  switch (proof.kind) {
    case 'proven':
      return (
        <Notice tone="good" title={`Refund verified on ${chainName}`}>
          <p>
            {format(proof.refunded)} of {format(deposit.amount)} went back to the sender’s account.
            {proof.refunded < deposit.amount ? ` The bridge kept ${format(deposit.amount - proof.refunded)}.` : ''}
          </p>
        </Notice>
      );
    case 'mismatch':
      return (
        <Notice tone="danger" title={`${chainName} shows no such refund`}>
          <p>
            The bridge has your deposit. Copy the hashes above and contact the bridge’s operator. Never share your keys
            or recovery phrase. This page keeps looking for the refund.
          </p>
          <ShortfallList shortfalls={proof.shortfalls} />
        </Notice>
      );
    case 'unknown':
      return (
        <Notice tone="info" title="Refund not verified yet">
          <p>This page keeps looking for it: {proof.reason}.</p>
        </Notice>
      );
    default:
      return assertNever(proof);
  }
}
