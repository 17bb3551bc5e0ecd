import { assertNever } from '#shared/assertNever.ts';
import type { Proof } from '../../domain/proof.ts';
import { Notice } from '../../ui/Notice.tsx';
import { ShortfallList } from '../../ui/ShortfallList.tsx';

type Props = { readonly proof: Proof | null; readonly chainName: string };

/** The result of this page's own verification on the destination chain. */
export function ProofNotice({ proof, chainName }: Props) {
  if (!proof) return <Notice tone="info">Verifying the payout on {chainName}.</Notice>;
  switch (proof.kind) {
    case 'proven':
      return <Notice tone="good">Verified on {chainName} by this page: the recipient received this amount.</Notice>;
    case 'mismatch':
      return (
        <Notice tone="danger" title={`${chainName} shows a different payout`}>
          <p>The bridge reported a delivery, but the transaction differs.</p>
          <ShortfallList shortfalls={proof.shortfalls} />
        </Notice>
      );
    case 'unknown':
      return (
        <Notice tone="warning" title="Reported by the bridge, not verified">
          This page could not verify the payout: {proof.reason}.
        </Notice>
      );
    default:
      return assertNever(proof);
  }
}
