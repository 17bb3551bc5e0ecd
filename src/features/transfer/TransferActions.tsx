import { useConnection } from 'wagmi';
import { Link } from 'wouter';
import { useAppServices } from '../../context/appServices.ts';
import type { FormDraft } from '../../domain/form.ts';
import { draftLike } from '../../domain/form.ts';
import { failureReason } from '../../domain/refund.ts';
import type { Transfer } from '../../domain/transfer.ts';
import { isOpen } from '../../domain/transfer.ts';
import type { Engine } from '../../tracking/createEngine.ts';
import type { Run } from '../../tracking/runs.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { DisputeReport } from './DisputeReport.tsx';
import { failureWords } from './failureWords.ts';
import { LeftoverAllowance } from './LeftoverAllowance.tsx';
import { PasteHash } from './PasteHash.tsx';
import { problemWords } from './problemWords.ts';
import { RefundReport } from './RefundReport.tsx';
import styles from './TransferActions.module.css';

type Props = {
  readonly transfer: Transfer;
  readonly run: Run;
  readonly onConnect: () => void;
  /** With the form to begin with. */
  readonly onStartOver: (draft: FormDraft) => void;
};

export function TransferActions(props: Props) {
  const { transfer, run } = props;
  const problem = run.problem && problemWords(run.problem, transfer.terms);
  return (
    <div className={styles.actions}>
      {problem ? (
        <Notice tone={problem.tone} title={problem.title}>
          {problem.text}
        </Notice>
      ) : null}
      <ActionsFor {...props} />
      {isOpen(transfer) ? null : <LeftoverAllowance terms={transfer.terms} isBusy={run.isRunning} />}
    </div>
  );
}

function ActionsFor({ transfer, run, onConnect, onStartOver }: Props) {
  const { engine } = useAppServices();
  const withRunner = (act: (runner: Engine['runner']) => void) => void engine().then(({ runner }) => act(runner));
  const { address } = useConnection();
  const startAnother = () => onStartOver(draftLike(transfer.terms, false));
  switch (transfer.status) {
    case 'approving':
    case 'readyToSign':
      if (run.isRunning) return <Notice tone="info">Look at your wallet: it waits for your answer.</Notice>;
      return (
        <>
          {run.problem?.kind === 'quoteExpired' ? null : (
            <Button
              kind="primary"
              size="large"
              onClick={address ? () => withRunner((runner) => void runner.advance(transfer.terms.id)) : onConnect}
            >
              {address ? 'Continue in wallet' : 'Connect wallet'}
            </Button>
          )}
          <Button
            onClick={() => {
              withRunner((runner) => runner.abandon(transfer.terms.id));
              onStartOver(draftLike(transfer.terms, true));
            }}
          >
            Start over
          </Button>
        </>
      );
    case 'signing':
      return run.isRunning ? (
        <Notice tone="info">Look at your wallet: it waits for your answer.</Notice>
      ) : (
        <PasteHash onHash={(hash) => withRunner((runner) => runner.adopt(transfer.terms.id, hash))} />
      );
    case 'failed': {
      const { tone, title, text } = failureWords(transfer);
      return (
        <>
          <Notice tone={tone} title={title}>
            {text}
          </Notice>
          {transfer.kind === 'failedByService' ? <RefundReport transfer={transfer} /> : null}
        </>
      );
    }
    case 'refunded':
      return (
        <>
          <Notice tone="warning" title="The service could not deliver">
            {failureReason(transfer.message)}
          </Notice>
          <RefundReport transfer={transfer} />
          <EndActions hash={transfer.hash} onStartAnother={startAnother} />
        </>
      );
    case 'disputed':
      return <DisputeReport transfer={transfer} />;
    case 'delivered':
      return <EndActions hash={transfer.hash} onStartAnother={startAnother} />;
    case 'sent':
    case 'deposited':
    case 'reported':
      return (
        <Link className={styles.link} href={`/receipts/${transfer.hash}`}>
          Receipt link to share
        </Link>
      );
    case 'abandoned':
      return <Button onClick={startAnother}>New transfer</Button>;
  }
}

function EndActions({ hash, onStartAnother }: { hash: string; onStartAnother: () => void }) {
  return (
    <div className={styles.row}>
      <Link className={styles.link} href={`/receipts/${hash}`}>
        Open receipt
      </Link>
      <Button kind="primary" onClick={onStartAnother}>
        New transfer
      </Button>
    </div>
  );
}
