import { useExplorer } from '../../context/useExplorer.ts';
import type { Confirmations } from '../../domain/receipt.ts';
import type { Transfer } from '../../domain/transfer.ts';
import type { Step, StepStatus } from '../../domain/transferSteps.ts';
import { stepsOf } from '../../domain/transferSteps.ts';
import type { TransferTerms } from '../../domain/transferTerms.ts';
import { HashLink } from '../../ui/HashLink.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { reportLines } from '../../ui/reportLines.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { statusWords } from '../../words/status/statusWords.ts';
import type { TransferWords } from '../../words/transfer/transferWords.ts';
import { transferWords } from '../../words/transfer/transferWords.ts';
import { useWords } from '../../words/useWords.ts';
import styles from './TransferSteps.module.css';

function stepLabel(
  kind: Step['kind'],
  { origin, destination, tokenName }: TransferTerms,
  { t }: TransferWords,
): string {
  switch (kind) {
    case 'approval':
      return t('step_approval', { token: tokenName });
    case 'deposit':
    case 'crossing':
    case 'refund':
      return t(`step_${kind}`, { chain: origin.chainName });
    case 'delivery':
      return t('step_delivery', { chain: destination.chainName });
  }
}

type Props = { readonly transfer: Transfer; readonly isRunning: boolean };

export function TransferSteps({ transfer, isRunning }: Props) {
  const words = useWords(transferWords);
  const explorer = useExplorer();
  const isWaitingForUser = transfer.status === 'approving' || transfer.status === 'readyToSign';
  return (
    <ol className={styles.steps}>
      {stepsOf(transfer).map((step) => (
        <li key={step.kind} className={styles[step.status]}>
          <span className={styles.mark}>
            <Mark status={step.status} isMoving={!isWaitingForUser || isRunning} />
          </span>
          <div className={styles.text}>
            <span>
              {stepLabel(step.kind, transfer.terms, words)}
              <span className="visuallyHidden">, {words.t(`stepStatus_${step.status}`)}</span>
            </span>
            {step.status === 'active' && step.kind === 'crossing' ? <CrossingNote report={step.report} /> : null}
            {step.confirmations ? <ConfirmationBar {...step.confirmations} /> : null}
            {step.transaction ? (
              <HashLink hash={step.transaction.hash} href={explorer(step.transaction.chainId, step.transaction.hash)} />
            ) : null}
          </div>
        </li>
      ))}
    </ol>
  );
}

/** What the service says about the transfer between deposit and payout. */
function CrossingNote({ report }: Pick<Step, 'report'>) {
  const { t } = useWords(transferWords);
  const status = useWords(statusWords);
  const lines = report ? reportLines(report, 'reportedInProgress', status) : [t('notReported')];
  return lines.map((line) => (
    <span key={line} className={styles.note}>
      {line}
    </span>
  ));
}

function ConfirmationBar({ seen, needed }: Confirmations) {
  const { t } = useWords(statusWords);
  const text = t('confirmations', { seen: `${seen}`, needed: `${needed}` });
  return (
    <span className={styles.confirmations}>
      <progress value={seen} max={Math.max(needed, 1)} aria-label={text} />
      <span>{text}</span>
    </span>
  );
}

function Mark({ status, isMoving }: { status: StepStatus; isMoving: boolean }) {
  if (status === 'done') return <Icon name="check" size={14} />;
  if (status === 'failed') return <Icon name="close" size={14} />;
  return status === 'active' && isMoving ? <Spinner /> : null;
}
