import type { ReactNode } from 'react';
import { useWords } from '../i18n/useWords.ts';
import { verdictWords } from '../i18n/verdict/verdictWords.ts';
import { watchWords } from '../i18n/watch/watchWords.ts';
import { NotifyButton } from '../ui/NotifyButton.tsx';
import { ShareLink } from '../ui/ShareLink.tsx';
import ui from '../ui/ui.module.css';
import type { Transfer } from './model/transfer.ts';
import { depositHash } from './model/transfer.ts';
import { TransferSummary } from './TransferSummary.tsx';
import styles from './transfer.module.css';
import { useExplorer } from './useExplorer.ts';
import { useVerdict } from './useVerdict.ts';
import { receiptPath } from './verdict/journey.ts';
import { PaceLine } from './verdict/PaceLine.tsx';
import type { StepNow } from './verdict/StepList.tsx';
import { StepList, stepNow } from './verdict/StepList.tsx';
import { stepsOfTransfer } from './verdict/stepsOf.ts';
import { VerdictHeading } from './verdict/VerdictHeading.tsx';
import type { TransferVerdict, VerdictKind } from './verdict/verdict.ts';
import { namedAmount, paceIn } from './verdict/verdict.ts';
import { aboutVerdict } from './verdict/verdictKinds.ts';

/** While nothing is wrong, the tab counts the steps. */
const COUNTED: ReadonlySet<VerdictKind> = new Set<VerdictKind>([
  ...(['inWallet', 'pending', 'inProgress', 'verifyingPayout'] as const),
]);

type Props = {
  readonly transfer: Transfer;
  /** What the person can do. */
  readonly children: ReactNode;
};

/** Where the transfer stands. Only this part reads the clock, so the actions do not change under a finger. */
export function TransferProgress({ transfer, children }: Props) {
  const verdict = useVerdict(transfer);
  const explorer = useExplorer();
  const { origin, destination, tokenName } = transfer.terms;
  const places = { origin: origin.chainName, destination: destination.chainName };
  const pace = paceIn(verdict);
  const hash = depositHash(transfer);
  const steps = stepsOfTransfer(transfer, verdict);
  const { standing, isMoving = false } = aboutVerdict(verdict);
  const step = stepNow(steps, { ...places, tokenName }, useWords(verdictWords));
  const tabTitle = useTabTitle(transfer, verdict, step);
  return (
    <>
      <VerdictHeading verdict={verdict} places={places} titleId="transferTitle" {...{ tabTitle, step }} />
      <div className={`${ui.card} ${styles.card}`}>
        <TransferSummary transfer={transfer} verdict={verdict} />
        <div className={styles.columns}>
          <StepList steps={steps} {...{ places, tokenName, explorer }} isMoving={isMoving} />
          <div className={ui.stack}>
            {pace ? <PaceLine pace={pace} /> : null}
            {children}
            {standing === 'open' || verdict.kind === 'inWallet' ? <NotifyButton /> : null}
            {hash ? (
              <ShareLink url={`${window.location.origin}${receiptPath(hash, origin.chainId)}`} title={tabTitle} />
            ) : null}
          </div>
        </div>
      </div>
    </>
  );
}

/** "2 of 4 · 250 USDC to Base" on the way, then "Delivered · 249.5 USDC to Base". */
function useTabTitle({ terms }: Transfer, verdict: TransferVerdict, step: StepNow | null): string {
  const words = useWords(watchWords);
  const { t } = useWords(verdictWords);
  const { amount, chainName } = namedAmount(verdict, terms);
  const what = { sum: words.sum(amount, terms.tokenName), chain: chainName };
  return step && COUNTED.has(verdict.kind)
    ? words.t('tab_step', { step: `${step.number}`, total: `${step.total}`, ...what })
    : words.t('tab_state', { state: t(`title_${verdict.kind}`), ...what });
}
