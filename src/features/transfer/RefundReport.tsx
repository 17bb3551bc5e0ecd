import type { Transfer } from '../../domain/transfer.ts';
import { RefundNotice } from '../../ui/RefundNotice.tsx';

type Props = { readonly transfer: Extract<Transfer, { status: 'failed' | 'refunded' }> };

/** Shows whether the origin chain has the refund. */
export function RefundReport({ transfer }: Props) {
  const { terms } = transfer;
  const { chainName, decimals } = terms.origin;
  const proof =
    transfer.status === 'refunded'
      ? ({ kind: 'proven', hash: transfer.refundHash, refunded: transfer.refunded } as const)
      : transfer.refund;
  if (!proof || proof.kind === 'unknown') return null;
  return (
    <RefundNotice proof={proof} deposit={{ chainName, decimals, tokenName: terms.tokenName, amount: terms.send }} />
  );
}
