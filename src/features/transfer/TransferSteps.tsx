import { useExplorer } from '../../context/useExplorer.ts';
import type { Confirmations } from '../../domain/receipt.ts';
import type { Transfer } from '../../domain/transfer.ts';
import type { Step, StepStatus } from '../../domain/transferSteps.ts';
import { stepsOf } from '../../domain/transferSteps.ts';
import type { TransferTerms } from '../../domain/transferTerms.ts';
import { HashLink } from '../../ui/HashLink.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import styles from './TransferSteps.module.css';

const labels: Record<Step['kind'], (terms: TransferTerms) => string> = {
  approval: (terms) => `Approval of ${terms.tokenName}`,
  deposit: (terms) => `Deposit on ${terms.origin.chainName}`,
  crossing: (terms) => `Confirmations on ${terms.origin.chainName}`,
  delivery: (terms) => `Payout on ${terms.destination.chainName}`,
  refund: (terms) => `Refund on ${terms.origin.chainName}`,
};

const statusLabels: Record<StepStatus, string> = {
  todo: 'not started',
  active: 'in progress',
  done: 'done',
  failed: 'failed',
};

type Props = { readonly transfer: Transfer; readonly isRunning: boolean };

export function TransferSteps({ transfer, isRunning }: Props) {
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
              {labels[step.kind](transfer.terms)}
              <span className="visuallyHidden">, {statusLabels[step.status]}</span>
            </span>
            {step.status === 'active' && step.kind === 'crossing' ? (
              <span className={styles.note}>
                {step.note || 'The chain has your deposit. The bridge has not reported it yet.'}
              </span>
            ) : null}
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

function ConfirmationBar({ seen, needed }: Confirmations) {
  const text = `Confirmations: ${seen} of ${needed}`;
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
