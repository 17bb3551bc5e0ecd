import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Hash } from 'viem';
import { assertNever } from '#shared/assertNever.ts';
import { receiptQuery } from '../../api/queries.ts';
import { useAppServices } from '../../context/appServices.ts';
import type { Receipt, UndeliveredReceipt } from '../../domain/receipt.ts';
import { Button } from '../../ui/Button.tsx';
import { HelpLink } from '../../ui/HelpLink.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { TextNotice } from '../../ui/TextNotice.tsx';
import { mainWords } from '../../words/main/mainWords.ts';
import { receiptsWords } from '../../words/receipts/receiptsWords.ts';
import { statusWords } from '../../words/status/statusWords.ts';
import { useWords } from '../../words/useWords.ts';
import { ReceiptCard } from './ReceiptCard.tsx';
import { ReceiptSearch } from './ReceiptSearch.tsx';
import styles from './ReceiptsPage.module.css';
import { RefundCard } from './RefundCard.tsx';
import { hashProblemText, readHashText } from './readHashText.ts';
import { statusText } from './statusText.ts';

const EVIDENCE_REFRESH_MS = 5_000;

type Props = { readonly hash: string | null; readonly onSearch: (hash: string) => void };

/** Shows the receipt of any transfer by its deposit hash. It needs no wallet. */
export function ReceiptsPage({ hash, onSearch }: Props) {
  const words = useWords(receiptsWords);
  const status = useWords(statusWords);
  const read = hash === null ? null : readHashText(hash);
  return (
    <section className={styles.page}>
      <PageHeading title={words.t('title')} line={words.t('line')} />
      <ReceiptSearch key={hash} initial={hash ?? ''} onSearch={onSearch} />
      {read && !read.ok ? (
        <Notice tone="warning" title={words.t('linkWithoutHash')}>
          {hashProblemText(read.problem, words)}
        </Notice>
      ) : null}
      {read?.ok ? <Lookup hash={read.hash} /> : null}
      {read?.ok ? <HelpLink of={read.hash} label={status.t('getHelp')} /> : null}
    </section>
  );
}

function Lookup({ hash }: { hash: Hash }): ReactNode {
  const { t } = useWords(receiptsWords);
  const main = useWords(mainWords);
  const { service } = useAppServices();
  const query = useQuery(receiptQuery(service, hash));
  if (query.isPending) {
    return (
      <p className={styles.loading} role="status">
        <Spinner /> {t('lookingUp')}
      </p>
    );
  }
  if (query.isError) {
    return (
      <>
        <Notice tone="warning" title={main.t('bridgeDown')}>
          {t('bridgeDownText')}
        </Notice>
        <Button onClick={() => void query.refetch()} busy={query.isFetching}>
          {main.t('tryAgain')}
        </Button>
      </>
    );
  }
  return <ReceiptView hash={hash} receipt={query.data} />;
}

function ReceiptView({ hash, receipt }: { readonly hash: Hash; readonly receipt: Receipt }): ReactNode {
  switch (receipt.kind) {
    case 'delivered':
      return <ReceiptCard hash={hash} delivery={receipt.delivery} />;
    case 'failed':
      return <FailedTransfer hash={hash} receipt={receipt} />;
    case 'inProgress':
    case 'unknown':
    case 'refused':
      return <StatusNotice hash={hash} receipt={receipt} />;
    default:
      return assertNever(receipt);
  }
}

type FailedProps = { readonly hash: Hash; readonly receipt: Extract<Receipt, { kind: 'failed' }> };

/** The service reports a failure; the chain of the deposit shows whether a refund exists. */
function FailedTransfer({ hash, receipt }: FailedProps) {
  const { chainReads } = useAppServices();
  const { report, claim } = receipt;
  const refund = useQuery({
    queryKey: ['refund', hash, claim.hash, `${claim.amount?.amount}`],
    queryFn: async () => (await chainReads()).findRefund(hash, claim),
    refetchInterval: ({ state }) => (state.data?.proof.kind === 'proven' ? false : EVIDENCE_REFRESH_MS),
    // The last result stays visible while the app searches with the new claim.
    placeholderData: keepPreviousData,
    structuralSharing: false,
  });
  if (refund.data) return <RefundCard hash={hash} record={refund.data} report={report} />;
  return <StatusNotice hash={hash} receipt={receipt} />;
}

type StatusProps = { readonly hash: Hash; readonly receipt: UndeliveredReceipt };

function StatusNotice({ hash, receipt }: StatusProps) {
  const words = { receipts: useWords(receiptsWords), status: useWords(statusWords) };
  const { chainReads } = useAppServices();
  const evidence = useQuery({
    queryKey: ['locate', hash],
    queryFn: async () => (await chainReads()).locate(hash),
    refetchInterval: EVIDENCE_REFRESH_MS,
  });
  return <TextNotice text={statusText(receipt, evidence.data ?? null, words)} />;
}
