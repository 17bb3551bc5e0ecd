import type { Transfer } from '../../domain/transfer.ts';
import { Notice } from '../../ui/Notice.tsx';
import { ShortfallList } from '../../ui/ShortfallList.tsx';

export function DisputeReport({ transfer }: { transfer: Extract<Transfer, { status: 'disputed' }> }) {
  return (
    <Notice tone="danger" title="The delivery is not what was promised">
      <p>
        Your deposit is on {transfer.terms.origin.chainName}. Keep both hashes above and contact whoever runs this
        bridge; nobody who helps you needs your keys or recovery phrase.
      </p>
      <ShortfallList shortfalls={transfer.shortfalls} />
    </Notice>
  );
}
