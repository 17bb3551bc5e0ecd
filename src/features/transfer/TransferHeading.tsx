import type { Transfer } from '../../domain/transfer.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { transferWords } from '../../words/transfer/transferWords.ts';
import { useWords } from '../../words/useWords.ts';

export function TransferHeading({ transfer }: { transfer: Transfer }) {
  const { t } = useWords(transferWords);
  const isProposed = transfer.status === 'signing' && transfer.proposal !== null;
  // The wallet gave no answer, so the app knows only what the chain shows.
  const isUnsure = transfer.status === 'readyToSign' && transfer.attempt !== null;
  return (
    <PageHeading
      titleId="transferTitle"
      title={t(isProposed ? 'titleProposed' : `title_${transfer.status}`)}
      line={t(isProposed ? 'lineProposed' : isUnsure ? 'lineUnsure' : `line_${transfer.status}`)}
      isLive
    />
  );
}
