import type { Hash } from 'viem';
import { assertNever } from '#shared/assertNever.ts';
import { useAppServices, useWalletConnection } from '../../context/appServices.ts';
import { useClosure } from '../../context/notices.ts';
import { draftLike } from '../../domain/draftLike.ts';
import type { FormDraft } from '../../domain/form.ts';
import type { Transfer } from '../../domain/transfer.ts';
import { isOpen } from '../../domain/transfer.ts';
import type { SessionState } from '../../tracking/sessions.ts';
import type { TransferRunner } from '../../tracking/transferRunner.ts';
import { Button } from '../../ui/Button.tsx';
import { lazyPart } from '../../ui/part/lazyPart.tsx';
import { TextNotice } from '../../ui/TextNotice.tsx';
import { transferWords } from '../../words/transfer/transferWords.ts';
import { useWords } from '../../words/useWords.ts';
import { DisputeReport } from './DisputeReport.tsx';
import { LateDepositNotice } from './LateDepositNotice.tsx';
import { LeftoverAllowance } from './LeftoverAllowance.tsx';
import { PasteHash } from './PasteHash.tsx';
import { ProposalNotice } from './ProposalNotice.tsx';
import { ReceiptLink } from './ReceiptLink.tsx';
import { RefundReport } from './RefundReport.tsx';
import { RejectedIt } from './RejectedIt.tsx';
import { SentActions } from './SentActions.tsx';
import styles from './transfer.module.css';
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
  const { origin, destination, tokenName } = transfer.terms;
  const closure = useClosure({
    ...{ pair: { tokenName }, origin: { name: origin.chainName }, destination: { name: destination.chainName } },
  });
  const adopt = (hash: Hash) => withRunner((loaded) => void loaded.adopt(transfer.terms.id, hash));
  const startAnother = () => onStartOver(draftLike(transfer.terms, false));
  switch (transfer.status) {
    case 'approving':
    case 'readyToSign':
      if (session.isRunning) return <RejectedIt terms={transfer.terms} />;
      return (
        <UnsignedActions
          problem={session.problem}
          closure={closure}
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
        const onAsk = session.isRunning || address === undefined || closure ? null : ask;
        return <ProposalNotice transfer={transfer} proposal={transfer.proposal} onAsk={onAsk} />;
      }
      return session.isRunning ? (
        <RejectedIt terms={transfer.terms} />
      ) : (
        <>
          <PasteHash onHash={adopt} />
          <RejectedIt terms={transfer.terms} />
        </>
      );
    case 'failed':
      return (
        <FailedActions
          transfer={transfer}
          onHash={adopt}
          onStartOver={() => onStartOver(draftLike(transfer.terms, true))}
        />
      );
    case 'refunded':
      return (
        <>
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
      return (
        <SentActions
          transfer={transfer}
          onHash={adopt}
          onStartOver={() => onStartOver(draftLike(transfer.terms, true))}
        />
      );
    case 'deposited':
    case 'reported':
      return <ReceiptLink hash={transfer.hash} />;
    case 'abandoned':
      return <Button onClick={startAnother}>{t('startNew')}</Button>;
    default:
      return assertNever(transfer);
  }
}

type FailedProps = {
  readonly transfer: Extract<Transfer, { readonly status: 'failed' }>;
  readonly onHash: (hash: Hash) => void;
  readonly onStartOver: () => void;
};

function FailedActions({ transfer, onHash, onStartOver }: FailedProps) {
  const { t } = useWords(transferWords);
  if (transfer.kind === 'failedByService') return <RefundReport transfer={transfer} />;
  // Tokens may have left the account with the others, so the person looks there first.
  const isHarmless = transfer.kind === 'reverted' || transfer.kind === 'cancelled';
  return (
    <>
      {isHarmless ? (
        <Button kind="primary" onClick={onStartOver}>
          {t('startOver')}
        </Button>
      ) : (
        <ReceiptLink hash={transfer.hash} />
      )}
      <PasteHash onHash={onHash} />
    </>
  );
}

function EndActions({ hash, onStartAnother }: { hash: string; onStartAnother: () => void }) {
  const { t } = useWords(transferWords);
  return (
    <div className={styles.pair}>
      <ReceiptLink hash={hash} />
      <Button kind="primary" onClick={onStartAnother}>
        {t('sendAnother')}
      </Button>
    </div>
  );
}
