import type { RefundProof } from '../domain/refund.ts';
import { displayAmount } from './displayAmount.ts';
import { Notice } from './Notice.tsx';
import { ShortfallList } from './ShortfallList.tsx';

type Deposit = {
  readonly chainName: string;
  readonly tokenName: string;
  readonly decimals: number;
  readonly amount: bigint;
};

type Props = { readonly proof: RefundProof; readonly deposit: Deposit };

/** What this app has seen of a refund itself, beside what the service says of it. */
export function RefundNotice({ proof, deposit }: Props) {
  const { chainName, tokenName, decimals } = deposit;
  const say = (amount: bigint) => `${displayAmount({ amount, decimals })} ${tokenName}`;
  switch (proof.kind) {
    case 'proven':
      return (
        <Notice tone="good" title={`Refund seen on ${chainName}`}>
          <p>
            The payment carries this deposit’s id and gave {say(proof.refunded)} of {say(deposit.amount)} back to the
            account that deposited.
            {proof.refunded < deposit.amount ? ` The service kept ${say(deposit.amount - proof.refunded)} for it.` : ''}
          </p>
        </Notice>
      );
    case 'mismatch':
      return (
        <Notice tone="danger" title={`${chainName} shows no such refund`}>
          <p>
            Your deposit is with the bridge. Keep the hashes above and contact whoever runs it; nobody who helps you
            needs your keys or recovery phrase. The chain is asked again.
          </p>
          <ShortfallList shortfalls={proof.shortfalls} />
        </Notice>
      );
    case 'unknown':
      return (
        <Notice tone="info" title="Refund not seen yet">
          <p>This page could not see it for itself so far, and keeps looking: {proof.reason}.</p>
        </Notice>
      );
  }
}
