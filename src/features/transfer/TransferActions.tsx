import { useConnection } from 'wagmi';
import { Link } from 'wouter';
import { assertNever } from '#shared/assertNever.ts';
import { useAppServices } from '../../context/appServices.ts';
import type { FormDraft } from '../../domain/form.ts';
import { draftLike } from '../../domain/form.ts';
import type { Transfer } from '../../domain/transfer.ts';
import { isOpen } from '../../domain/transfer.ts';
import type { SessionState } from '../../tracking/sessions.ts';
import type { TransferRunner } from '../../tracking/transferRunner.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { DisputeReport } from './DisputeReport.tsx';
import { failureText } from './failureText.ts';
import { LeftoverAllowance } from './LeftoverAllowance.tsx';
import { PasteHash } from './PasteHash.tsx';
import { RefundReport } from './RefundReport.tsx';
import styles from './TransferActions.module.css';
import { UnsignedActions } from './UnsignedActions.tsx';
import { walletProblemText } from './walletProblemText.ts';

type Props = {
  readonly transfer: Transfer;
  readonly session: SessionState;
  readonly onConnect: () => void;
  /** Receives the entries for the new form. */
  readonly onStartOver: (draft: FormDraft) => void;
};

export function TransferActions(props: Props) {
  const { transfer, session } = props;
  const problem = session.problem && walletProblemText(session.problem, transfer.terms);
  return (
    <div className={styles.actions}>
      {problem ? (
        <Notice tone={problem.tone} title={problem.title}>
          {problem.text}
        </Notice>
      ) : null}
      <ActionsFor {...props} />
      {isOpen(transfer) ? null : <LeftoverAllowance terms={transfer.terms} isBusy={session.isRunning} />}
    </div>
  );
}

function ActionsFor({ transfer, session, onConnect, onStartOver }: Props) {
  const { runner } = useAppServices();
  const withRunner = (act: (loaded: TransferRunner) => void) => void runner().then(act);
  const { address } = useConnection();
  const startAnother = () => onStartOver(draftLike(transfer.terms, false));
  switch (transfer.status) {
    case 'approving':
    case 'readyToSign':
      if (session.isRunning) return <Notice tone="info">Open your wallet and confirm or reject the request.</Notice>;
      return (
        <UnsignedActions
          problem={session.problem}
          isConnected={address !== undefined}
          onConnect={onConnect}
          onContinue={(accepted) => withRunner((loaded) => void loaded.advance(transfer.terms.id, accepted))}
          onStartOver={() => {
            withRunner((loaded) => loaded.abandon(transfer.terms.id));
            onStartOver(draftLike(transfer.terms, true));
          }}
        />
      );
    case 'signing':
      return session.isRunning ? (
        <Notice tone="info">Open your wallet and confirm or reject the request.</Notice>
      ) : (
        <PasteHash onHash={(hash) => withRunner((loaded) => loaded.adopt(transfer.terms.id, hash))} />
      );
    case 'failed':
      return <Failure transfer={transfer} onStartOver={() => onStartOver(draftLike(transfer.terms, true))} />;
    case 'refunded':
      return (
        <>
          <Notice tone="warning" title="The bridge could not deliver">
            {transfer.message}
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
          Open receipt
        </Link>
      );
    case 'abandoned':
      return <Button onClick={startAnother}>Start new transfer</Button>;
    default:
      return assertNever(transfer);
  }
}

type FailureProps = {
  readonly transfer: Extract<Transfer, { readonly status: 'failed' }>;
  readonly onStartOver: () => void;
};

function Failure({ transfer, onStartOver }: FailureProps) {
  const { tone, title, text } = failureText(transfer);
  return (
    <>
      <Notice tone={tone} title={title}>
        {text}
      </Notice>
      {transfer.kind === 'failedByService' ? <RefundReport transfer={transfer} /> : null}
      {transfer.kind === 'reverted' || transfer.kind === 'cancelled' ? (
        <Button kind="primary" onClick={onStartOver}>
          Start over
        </Button>
      ) : null}
    </>
  );
}

function EndActions({ hash, onStartAnother }: { hash: string; onStartAnother: () => void }) {
  return (
    <div className={styles.row}>
      <Link className={styles.link} href={`/receipts/${hash}`}>
        Open receipt
      </Link>
      <Button kind="primary" onClick={onStartAnother}>
        Send another
      </Button>
    </div>
  );
}
