import type { Hash } from 'viem';
import type { TransferWords } from '../i18n/transfer/transferWords.ts';
import { transferWords } from '../i18n/transfer/transferWords.ts';
import { useWords } from '../i18n/useWords.ts';
import { verdictWords } from '../i18n/verdict/verdictWords.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useNow } from '../ui/useNow.ts';
import type { Doubt, Transfer } from './model/transfer.ts';
import { PasteHash } from './PasteHash.tsx';
import { ReceiptLink } from './ReceiptLink.tsx';

const titles: Readonly<Record<Doubt['kind'], Parameters<TransferWords['t']>[0]>> = {
  reverted: 'doubtReverted',
  noDeposit: 'doubtNoDeposit',
  otherChain: 'doubtOtherChain',
};

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

type DoubtReportProps = {
  readonly terms: Transfer['terms'];
  readonly doubt: Doubt;
  /** Whether the app has looked for so long that the person may send it again. */
  readonly isLong: boolean;
};

/** What is known of a transaction that the wallet named, while the app looks for the deposit. */
function DoubtReport({ terms, doubt, isLong }: DoubtReportProps) {
  const { t } = useWords(transferWords);
  const { t: told } = useWords(verdictWords);
  const { chainName: origin } = terms.origin;
  const otherChain = doubt.foundOn ?? origin;
  return (
    <Notice tone="warning" title={t(titles[doubt.kind], { chain: otherChain })}>
      {doubt.kind === 'otherChain' ? (
        <>
          <p>{told('text_wrongChain', { otherChain, origin })}</p>
          <p>{told('todo_wrongChain', { otherChain })}</p>
        </>
      ) : null}
      <p>{t(isLong ? 'doubtLongText' : 'doubtText')}</p>
    </Notice>
  );
}

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
