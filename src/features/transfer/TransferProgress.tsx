import type { ReactNode } from 'react';
import { useExplorer } from '../../context/useExplorer.ts';
import { useVerdict } from '../../context/useVerdict.ts';
import type { Transfer } from '../../domain/transfer.ts';
import { depositHash } from '../../domain/transfer.ts';
import { receiptPath } from '../../domain/verdict/receiptPath.ts';
import { stepsOfTransfer } from '../../domain/verdict/stepsOf.ts';
import { paceIn } from '../../domain/verdict/verdict.ts';
import { aboutVerdict } from '../../domain/verdict/verdictKinds.ts';
import { NotifyButton } from '../../ui/attention/NotifyButton.tsx';
import { ShareLink } from '../../ui/share/ShareLink.tsx';
import { StepList } from '../../ui/steps/StepList.tsx';
import { stepNow } from '../../ui/steps/stepNow.ts';
import ui from '../../ui/ui.module.css';
import { PaceLine } from '../../ui/verdict/PaceLine.tsx';
import { VerdictHeading } from '../../ui/verdict/VerdictHeading.tsx';
import { useWords } from '../../words/useWords.ts';
import { verdictWords } from '../../words/verdict/verdictWords.ts';
import { TransferSummary } from './TransferSummary.tsx';
import styles from './transfer.module.css';
import { useTabTitle } from './useTabTitle.ts';

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
