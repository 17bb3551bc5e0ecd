import type { ReactNode } from 'react';
import type { Confirmations } from '#client/receipt.ts';
import type { Texts } from '../i18n/texts.ts';
import { useTexts } from '../i18n/useTexts.ts';
import { Spinner } from '../ui/Button.tsx';
import { RollingDigits } from '../ui/Digits.tsx';
import { HashLink } from '../ui/HashLink.tsx';
import { Icon } from '../ui/Icon.tsx';
import ui from '../ui/ui.module.css';
import styles from './transfer.module.css';
import type { Step, StepKind, StepStatus } from './verdict/stepsOf.ts';
import type { Timing } from './verdict/verdict.ts';
import type { Places } from './verdict/verdictText.ts';

type Props = {
  readonly steps: readonly Step[];
  readonly places: Places;
  readonly tokenName: string;
  /** The URL of a transaction in a block explorer; null if there is none. */
  readonly explorer: (chainId: number, hash: string) => string | null;
  /** False while the person has to act, so that nothing looks as if it continued by itself. */
  readonly isMoving: boolean;
  /** What else is known about a step, such as its time. */
  readonly note?: (kind: StepKind) => ReactNode;
};

/** The steps of a transfer, with their transactions. */
export function StepList({ steps, places, tokenName, explorer, isMoving, note }: Props) {
  const texts = useTexts('app');
  return (
    <ol className={styles.steps}>
      {steps.map((step) => (
        <li key={step.kind} className={styles[step.status]}>
          <span className={styles.mark}>
            <Mark status={step.status} isMoving={isMoving} />
          </span>
          <div className={styles.text}>
            <span>
              {stepLabel(step.kind, { ...places, tokenName }, texts)}
              <span className="visuallyHidden">, {texts.t(`stepStatus_${step.status}`)}</span>
            </span>
            {note?.(step.kind)}
            {step.confirmations ? <ConfirmationBar {...step.confirmations} /> : null}
            {step.transaction ? (
              <HashLink hash={step.transaction.hash} href={explorer(step.transaction.chainId, step.transaction.hash)} />
            ) : step.kind === 'deposit' || step.kind === 'delivery' ? (
              <span className={styles.hashPlace} />
            ) : null}
          </div>
        </li>
      ))}
    </ol>
  );
}

/** The name of a transfer's step, with its token or chain. */
function stepLabel(
  kind: StepKind,
  { origin, destination, tokenName }: Places & { readonly tokenName: string },
  { t }: Texts<'app'>,
): string {
  switch (kind) {
    case 'approval':
      return t('step_approval', { token: tokenName });
    case 'deposit':
    case 'crossing':
    case 'refund':
      return t(`step_${kind}`, { chain: origin });
    case 'delivery':
      return t('step_delivery', { chain: destination });
  }
}

/** The step under way, as the list of steps shows it. */
export type StepNow = { readonly number: number; readonly total: number; readonly label: string };

/** Null if no step is under way: the transfer ended or failed. */
export function stepNow(
  steps: readonly Step[],
  where: Places & { readonly tokenName: string },
  texts: Texts<'app'>,
): StepNow | null {
  const index = steps.findIndex(({ status }) => status === 'active');
  const step = steps[index];
  return step ? { number: index + 1, total: steps.length, label: stepLabel(step.kind, where, texts) } : null;
}

function ConfirmationBar({ seen, needed }: Confirmations) {
  const { t } = useTexts('app');
  const text = t('confirmations', { seen: `${seen}`, needed: `${needed}` });
  return (
    <span className={`${ui.small} ${styles.confirmations}`}>
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

/**
 * How long the transfer has taken, and how long one usually takes. Screen readers don't announce the timer each second.
 */
export function TimingLine({ timing: { elapsedSeconds, usualSeconds, isLate } }: { readonly timing: Timing }) {
  const { rich, duration, elapsed: elapsedText } = useTexts('app');
  const elapsed = <RollingDigits text={elapsedText(elapsedSeconds)} direction="auto" />;
  return (
    <p className={`${ui.note} ${ui.numbers} ${isLate ? ui.warning : ''}`} role="timer">
      {usualSeconds === null
        ? rich('sinceDeposit', { elapsed })
        : rich('usuallyNow', { elapsed, usual: duration(usualSeconds) })}
    </p>
  );
}
