import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { WalletProblem } from '../account/walletProblem.ts';
import type { Closure } from '../config/maintenance.ts';
import { transferWords } from '../i18n/transfer/transferWords.ts';
import { useWords } from '../i18n/useWords.ts';
import { Button } from '../ui/Button.tsx';
import { MaintenanceNotice } from './MaintenanceNotice.tsx';
import styles from './transfer.module.css';

type Props = {
  readonly problem: WalletProblem | null;
  /** The maintenance that closes the route of the transfer. A deposit would wait for its end. */
  readonly closure: Closure | null;
  readonly isConnected: boolean;
  readonly onConnect: () => void;
  /** Receives the ids of identical transfers that the person wants in addition to this one. */
  readonly onContinue: (accepted: readonly string[]) => void;
  readonly onStartOver: () => void;
};

/** What a person can do with a transfer whose deposit is not signed. */
export function UnsignedActions(props: Props) {
  const { t } = useWords(transferWords);
  return (
    <>
      {props.closure ? <MaintenanceNotice closure={props.closure} /> : <ContinueAction {...props} />}
      <Button onClick={props.onStartOver}>{t('startOver')}</Button>
    </>
  );
}

function ContinueAction({ problem, isConnected, onConnect, onContinue }: Props): ReactNode {
  const { t } = useWords(transferWords);
  switch (problem?.kind) {
    case 'quoteExpired':
    case 'termsChanged':
      return null;
    // Continuing would be refused again, so the person sees the other transfer or says that they want both.
    case 'duplicate':
      return (
        <>
          {problem.others.slice(0, 1).map((id) => (
            <Link key={id} className={styles.link} href={`/transfers/${id}`}>
              {t('openOther')}
            </Link>
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
