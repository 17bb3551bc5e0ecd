import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Hash } from 'viem';
import { codes } from '#shared/wire/codes.ts';
import { receiptQuery } from '../../api/queries.ts';
import { useAppServices } from '../../context/appServices.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { judgeHashText } from './judgeHashText.ts';
import { ReceiptCard } from './ReceiptCard.tsx';
import { ReceiptSearch } from './ReceiptSearch.tsx';
import styles from './ReceiptsPage.module.css';
import { RefundCard } from './RefundCard.tsx';
import { statusWords } from './statusWords.ts';

const EVIDENCE_REFRESH_MS = 5_000;

type Props = { readonly hash: string | null; readonly onSearch: (hash: string) => void };

/** Any transfer's receipt, for anybody with the hash of its deposit: no wallet is needed. */
export function ReceiptsPage({ hash, onSearch }: Props) {
  const judged = hash === null ? null : judgeHashText(hash);
  return (
    <section className={styles.page}>
      <header className={styles.heading}>
        <h1>Receipt</h1>
        <p>Where is a transfer? The hash of the deposit tells, on whichever chain it was sent.</p>
      </header>
      <ReceiptSearch key={hash} initial={hash ?? ''} onSearch={onSearch} />
      {judged && !judged.ok ? (
        <Notice tone="warning" title="This link holds no transaction hash">
          {judged.problem}
        </Notice>
      ) : null}
      {judged?.ok ? <Lookup hash={judged.hash} /> : null}
    </section>
  );
}

function Lookup({ hash }: { hash: Hash }): ReactNode {
  const { service } = useAppServices();
  const query = useQuery(receiptQuery(service, hash));
  if (query.isPending) {
    return (
      <p className={styles.loading} role="status">
        <Spinner /> Asking the service
      </p>
    );
  }
  if (query.isError) {
    return (
      <>
        <Notice tone="warning" title="The transfer service does not answer">
          That says nothing about the transfer. It is looked up again as soon as the service can be reached.
        </Notice>
        <Button onClick={() => void query.refetch()} busy={query.isFetching}>
          Try again
        </Button>
      </>
    );
  }
  const answer = query.data;
  if (answer.ok) return <ReceiptCard hash={hash} receipt={answer.data} />;
  if (answer.code === codes.transferFailed) return <FailedTransfer hash={hash} answer={answer} />;
  return <StatusNotice hash={hash} answer={answer} />;
}

type StatusProps = { readonly hash: Hash; readonly answer: { readonly code: number; readonly message: string } };

/** The service says that it failed: the chain of the deposit tells what came back. */
function FailedTransfer({ hash, answer }: StatusProps) {
  const { engine } = useAppServices();
  const refund = useQuery({
    queryKey: ['refund', hash, answer.message],
    queryFn: async () => (await engine()).reads.findRefund(hash, answer.message),
    refetchInterval: ({ state }) => (state.data?.proof.kind === 'proven' ? false : EVIDENCE_REFRESH_MS),
    // A sentence that changes is no reason to forget what was seen.
    placeholderData: keepPreviousData,
    structuralSharing: false,
  });
  if (refund.data) return <RefundCard hash={hash} record={refund.data} message={answer.message} />;
  return <StatusNotice hash={hash} answer={answer} />;
}

function StatusNotice({ hash, answer }: StatusProps) {
  const { engine } = useAppServices();
  const evidence = useQuery({
    queryKey: ['locate', hash],
    queryFn: async () => (await engine()).reads.locate(hash),
    refetchInterval: EVIDENCE_REFRESH_MS,
  });
  const { tone, title, text } = statusWords(answer, evidence.data ?? null);
  return (
    <Notice tone={tone} title={title}>
      {text}
    </Notice>
  );
}
