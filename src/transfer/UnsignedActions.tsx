import type { ReactNode } from 'react';
import { useState } from 'react';
import type { WalletProblem } from '../account/walletProblem.ts';
import { useAppServices } from '../app/services.ts';
import type { Closure } from '../config/maintenance.ts';
import { useTexts } from '../i18n/useTexts.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Notice } from '../ui/Notice.tsx';
import ui from '../ui/ui.module.css';
import { MaintenanceNotice } from './MaintenanceNotice.tsx';
import type { Transfer } from './model/transfer.ts';
import type { TransferTerms } from './model/transferTerms.ts';
import styles from './transfer.module.css';

type Props = {
  readonly problem: WalletProblem | null;
  /** The maintenance that closes the transfer's route. A deposit would wait for its end. */
  readonly closure: Closure | null;
  readonly isConnected: boolean;
  readonly onConnect: () => void;
  /** Receives the ids of identical transfers that the person wants in addition to this one. */
  readonly onContinue: (accepted: readonly string[]) => void;
  readonly onStartOver: () => void;
};

/** What a person can do with a transfer whose deposit is not signed. */
export function UnsignedActions(props: Props) {
  const { t } = useTexts('app');
  return (
    <>
      {props.closure ? <MaintenanceNotice closure={props.closure} /> : <ContinueAction {...props} />}
      <Button onClick={props.onStartOver}>{t('startOver')}</Button>
    </>
  );
}

function ContinueAction({ problem, isConnected, onConnect, onContinue }: Props): ReactNode {
  const { t } = useTexts('app');
  switch (problem?.kind) {
    case 'quoteExpired':
    case 'termsChanged':
      return null;
    // Continuing would be refused again, so the person can open the other transfer or confirm that they want both.
    case 'duplicate':
      return (
        <>
          {problem.others.slice(0, 1).map((id) => (
            <ButtonLink key={id} href={`/transfers/${id}`}>
              {t('openOtherTransfer')}
            </ButtonLink>
          ))}
          {problem.isSigned ? <Button onClick={() => onContinue(problem.others)}>{t('sendSecond')}</Button> : null}
        </>
      );
    default:
      return (
        <Button kind="primary" size="large" onClick={isConnected ? () => onContinue([]) : onConnect}>
          {t(isConnected ? 'continueInWallet' : 'connectWallet')}
        </Button>
      );
  }
}

/** For a wallet that does not report that its user rejected the request. */
export function RejectedIt({ terms }: { readonly terms: TransferTerms }) {
  const { t } = useTexts('app');
  const { runner } = useAppServices();
  const [isChecking, setChecking] = useState(false);

  async function recheck() {
    setChecking(true);
    try {
      await (await runner()).recheck(terms.id);
    } finally {
      setChecking(false);
    }
  }

  return (
    <div className={`${ui.row} ${ui.note} ${styles.rejected}`}>
      <p>{t('rejectedItText', { chain: terms.origin.chainName })}</p>
      <Button size="small" busy={isChecking} disabled={isChecking} onClick={() => void recheck()}>
        {t('rejectedIt')}
      </Button>
    </div>
  );
}

type ProposalNoticeProps = {
  readonly transfer: Extract<Transfer, { readonly status: 'signing' }>;
  readonly proposal: string;
  /** Null while the wallet is being asked, or while none is connected. */
  readonly onAsk: (() => void) | null;
};

/** A deposit that waits for signatures. It can be cancelled only in the wallet. */
export function ProposalNotice({ transfer, proposal, onAsk }: ProposalNoticeProps) {
  const { t, timestamp } = useTexts('app');
  const { validUntilMs } = transfer.terms;
  const time = validUntilMs === null ? null : timestamp(validUntilMs);
  return (
    <>
      <Notice tone="info" title={t('proposalTitle')}>
        {t('proposalText')} {time === null ? null : t('proposalQuote', { time })}
      </Notice>
      <div className={styles.proposal}>
        <span className={ui.note}>{t('proposalHash')}</span>
        <code>{proposal}</code>
        <CopyButton text={proposal} label={t('copyHash')} />
      </div>
      {onAsk ? <Button onClick={onAsk}>{t('checkInWallet')}</Button> : null}
    </>
  );
}
