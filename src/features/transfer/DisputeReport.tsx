import type { Transfer } from '../../domain/transfer.ts';
import { Notice } from '../../ui/Notice.tsx';
import { ShortfallList } from '../../ui/ShortfallList.tsx';

export function DisputeReport({ transfer }: { transfer: Extract<Transfer, { status: 'disputed' }> }) {
  return (
    <Notice tone="danger" title="The payout differs from your quote">
      <p>
        The bridge has your deposit on {transfer.terms.origin.chainName}. Copy both hashes above and contact the
        bridge’s operator. Never share your keys or recovery phrase.
      </p>
      <ShortfallList shortfalls={transfer.shortfalls} />
    </Notice>
  );
}
