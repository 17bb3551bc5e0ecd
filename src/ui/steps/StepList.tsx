import type { ReactNode } from 'react';
import type { Confirmations } from '#client/receipt.ts';
import type { Step, StepKind, StepStatus } from '../../domain/verdict/stepsOf.ts';
import { statusWords } from '../../words/status/statusWords.ts';
import { useWords } from '../../words/useWords.ts';
import { verdictWords } from '../../words/verdict/verdictWords.ts';
import { HashLink } from '../HashLink.tsx';
import { Icon } from '../Icon.tsx';
import { Spinner } from '../Spinner.tsx';
import type { Places } from '../verdict/verdictText.ts';
import styles from './StepList.module.css';
import { stepLabel } from './stepLabel.ts';

type Props = {
  readonly steps: readonly Step[];
  readonly places: Places;
  readonly tokenName: string;
  /** The address of a transaction in a block explorer; null if there is none. */
  readonly explorer: (chainId: number, hash: string) => string | null;
  /** False while the person has to act, so that nothing seems to go on by itself. */
  readonly isMoving: boolean;
  /** What else is known about a step, such as its time. */
  readonly note?: (kind: StepKind) => ReactNode;
};

/** The steps of a transfer, with their transactions. */
export function StepList({ steps, places, tokenName, explorer, isMoving, note }: Props) {
  const words = useWords(verdictWords);
  return (
    <ol className={styles.steps}>
      {steps.map((step) => (
        <li key={step.kind} className={styles[step.status]}>
          <span className={styles.mark}>
            <Mark status={step.status} isMoving={isMoving} />
          </span>
          <div className={styles.text}>
            <span>
              {stepLabel(step.kind, { ...places, tokenName }, words)}
              <span className="visuallyHidden">, {words.t(`stepStatus_${step.status}`)}</span>
            </span>
            {note?.(step.kind)}
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
