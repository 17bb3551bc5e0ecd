import type { Proof } from '../../domain/proof.ts';
import { Notice } from '../../ui/Notice.tsx';
import { ShortfallList } from '../../ui/ShortfallList.tsx';

type Props = { readonly proof: Proof | null; readonly chainName: string };

/** What this page has seen itself, beside what the service says. */
export function ProofNotice({ proof, chainName }: Props) {
  if (!proof) return <Notice tone="info">Asking {chainName} whether it shows the same.</Notice>;
  switch (proof.kind) {
    case 'proven':
      return (
        <Notice tone="good">
          Seen on {chainName} by this page: the payment carries this deposit’s id and gave the recipient this amount of
          this token.
        </Notice>
      );
    case 'mismatch':
      return (
        <Notice tone="danger" title={`${chainName} shows something else`}>
          <p>The service reports a delivery that its own transaction does not bear out.</p>
          <ShortfallList shortfalls={proof.shortfalls} />
        </Notice>
      );
    case 'unknown':
      return (
        <Notice tone="warning" title="Reported by the service, not checked">
          This page could not see for itself: {proof.reason}.
        </Notice>
      );
  }
}
