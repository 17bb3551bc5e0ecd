import { Link } from 'wouter';
import { assertNever } from '#shared/assertNever.ts';
import { useAppServices, useWalletConnection } from '../../context/appServices.ts';
import type { FormDraft } from '../../domain/form.ts';
import { draftLike } from '../../domain/form.ts';
import type { StatusReport } from '../../domain/receipt.ts';
import type { Transfer } from '../../domain/transfer.ts';
import { isOpen } from '../../domain/transfer.ts';
import type { SessionState } from '../../tracking/sessions.ts';
import type { TransferRunner } from '../../tracking/transferRunner.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { lazyPart } from '../../ui/part/lazyPart.tsx';
import { reportLines } from '../../ui/reportLines.ts';
import { TextNotice } from '../../ui/TextNotice.tsx';
import { statusWords } from '../../words/status/statusWords.ts';
import { transferWords } from '../../words/transfer/transferWords.ts';
import { useWords } from '../../words/useWords.ts';
import { DisputeReport } from './DisputeReport.tsx';
import { failureText } from './failureText.ts';
import { LateDepositNotice } from './LateDepositNotice.tsx';
import { LeftoverAllowance } from './LeftoverAllowance.tsx';
import { PasteHash } from './PasteHash.tsx';
import { ProposalNotice } from './ProposalNotice.tsx';
import { RefundReport } from './RefundReport.tsx';
import { RejectedIt } from './RejectedIt.tsx';
import styles from './TransferActions.module.css';
import { UnsignedActions } from './UnsignedActions.tsx';
import { walletProblemText } from './walletProblemText.ts';

const SaveRecipient = lazyPart(async () => (await import('./SaveRecipient.tsx')).SaveRecipient, 'line');

type Props = {
  readonly transfer: Transfer;
  readonly session: SessionState;
  readonly onConnect: () => void;
  /** Receives the entries for the new form. */
  readonly onStartOver: (draft: FormDraft) => void;
};

export function TransferActions(props: Props) {
  const words = useWords(transferWords);
  const { transfer, session } = props;
  const problem = session.problem && walletProblemText(session.problem, { terms: transfer.terms, words });
  return (
    <div className={styles.actions}>
      {problem ? <TextNotice text={problem} /> : null}
      <ActionsFor {...props} />
      {isOpen(transfer) ? null : <LeftoverAllowance terms={transfer.terms} isBusy={session.isRunning} />}
    </div>
  );
}

function ActionsFor({ transfer, session, onConnect, onStartOver }: Props) {
  const { t } = useWords(transferWords);
  const { runner } = useAppServices();
  const withRunner = (act: (loaded: TransferRunner) => void) => void runner().then(act);
  const { address } = useWalletConnection();
  const startAnother = () => onStartOver(draftLike(transfer.terms, false));
  switch (transfer.status) {
    case 'approving':
    case 'readyToSign':
      if (session.isRunning) return <InWallet transfer={transfer} />;
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
      if (transfer.proposal) {
        const ask = () => withRunner((loaded) => void loaded.advance(transfer.terms.id));
        const onAsk = session.isRunning || address === undefined ? null : ask;
        return <ProposalNotice transfer={transfer} proposal={transfer.proposal} onAsk={onAsk} />;
      }
      return session.isRunning ? (
        <InWallet transfer={transfer} />
      ) : (
        <>
          <PasteHash onHash={(hash) => withRunner((loaded) => loaded.adopt(transfer.terms.id, hash))} />
          <RejectedIt terms={transfer.terms} />
        </>
      );
    case 'failed':
      return <Failure transfer={transfer} onStartOver={() => onStartOver(draftLike(transfer.terms, true))} />;
    case 'refunded':
      return (
        <>
          <RefundReason report={transfer.report} />
          <RefundReport transfer={transfer} />
          <EndActions hash={transfer.hash} onStartAnother={startAnother} />
        </>
      );
    case 'disputed':
      return <DisputeReport transfer={transfer} />;
    case 'delivered':
      return (
        <>
          <LateDepositNotice transfer={transfer} />
          <SaveRecipient terms={transfer.terms} />
          <EndActions hash={transfer.hash} onStartAnother={startAnother} />
        </>
      );
    case 'sent':
    case 'deposited':
    case 'reported':
      return (
        <Link className={styles.link} href={`/receipts/${transfer.hash}`}>
          {t('openReceipt')}
        </Link>
      );
    case 'abandoned':
      return <Button onClick={startAnother}>{t('startNew')}</Button>;
    default:
      return assertNever(transfer);
  }
}

function InWallet({ transfer: { terms } }: { readonly transfer: Transfer }) {
  const { t } = useWords(transferWords);
  return (
    <>
      <Notice tone="info">{t('openWallet')}</Notice>
      <RejectedIt terms={terms} />
    </>
  );
}

type FailureProps = {
  readonly transfer: Extract<Transfer, { readonly status: 'failed' }>;
  readonly onStartOver: () => void;
};

function Failure({ transfer, onStartOver }: FailureProps) {
  const words = useWords(transferWords);
  const status = useWords(statusWords);
  return (
    <>
      <TextNotice text={failureText(transfer, words, status)} />
      {transfer.kind === 'failedByService' ? <RefundReport transfer={transfer} /> : null}
      {transfer.kind === 'reverted' || transfer.kind === 'cancelled' ? (
        <Button kind="primary" onClick={onStartOver}>
          {words.t('startOver')}
        </Button>
      ) : null}
    </>
  );
}

/** Why the service refunded instead of delivering. */
function RefundReason({ report }: { readonly report: StatusReport | null }) {
  const status = useWords(statusWords);
  const lines = report ? reportLines(report, 'reportedFailed', status) : [];
  return <TextNotice text={{ tone: 'warning', title: status.t('couldNotDeliver'), lines }} />;
}

function EndActions({ hash, onStartAnother }: { hash: string; onStartAnother: () => void }) {
  const { t } = useWords(transferWords);
  return (
    <div className={styles.row}>
      <Link className={styles.link} href={`/receipts/${hash}`}>
        {t('openReceipt')}
      </Link>
      <Button kind="primary" onClick={onStartAnother}>
        {t('sendAnother')}
      </Button>
    </div>
  );
}
