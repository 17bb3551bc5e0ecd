import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Hash } from 'viem';
import { receiptQuery } from '../../api/queries.ts';
import { useAppServices } from '../../context/appServices.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { judgeHashText } from './judgeHashText.ts';
import { ReceiptCard } from './ReceiptCard.tsx';
import { ReceiptSearch } from './ReceiptSearch.tsx';
import styles from './ReceiptsPage.module.css';
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
  return <StatusNotice hash={hash} answer={answer} />;
}

type StatusProps = { readonly hash: Hash; readonly answer: { readonly code: number; readonly message: string } };

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
