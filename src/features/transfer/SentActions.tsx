import type { Hash } from 'viem';
import { useNow } from '../../context/useNow.ts';
import type { Transfer } from '../../domain/transfer.ts';
import { Button } from '../../ui/Button.tsx';
import { transferWords } from '../../words/transfer/transferWords.ts';
import { useWords } from '../../words/useWords.ts';
import { DoubtReport } from './DoubtReport.tsx';
import { PasteHash } from './PasteHash.tsx';
import { ReceiptLink } from './ReceiptLink.tsx';

const MINUTE_MS = 60_000;
const LONG_SOUGHT_MS = 60 * MINUTE_MS;

type Props = {
  readonly transfer: Extract<Transfer, { readonly status: 'sent' }>;
  readonly onHash: (hash: Hash) => void;
  readonly onStartOver: () => void;
};

/** Whether the app has looked for the deposit for an hour, and its quote has expired. */
function isLongSought({ terms, since }: Props['transfer'], now: number): boolean {
  const isQuoted = terms.validUntilMs !== null && now < terms.validUntilMs;
  return !isQuoted && now - (since ?? terms.createdAt) >= LONG_SOUGHT_MS;
}

/** The chain may never rule a deposit out, so after an hour the person can go on. The review then asks about this transfer. */
export function SentActions({ transfer, onHash, onStartOver }: Props) {
  const { t } = useWords(transferWords);
  const isLong = isLongSought(transfer, useNow(MINUTE_MS));
  const { terms, doubt, hash } = transfer;
  return (
    <>
      {doubt ? <DoubtReport terms={terms} doubt={doubt} isLong={isLong} /> : null}
      {doubt && isLong ? <Button onClick={onStartOver}>{t('startOver')}</Button> : null}
      {doubt || isLong ? <PasteHash onHash={onHash} /> : null}
      <ReceiptLink hash={hash} />
    </>
  );
}
