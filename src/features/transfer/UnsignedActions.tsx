import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Button } from '../../ui/Button.tsx';
import type { WalletProblem } from '../../wallet/walletProblem.ts';
import styles from './TransferActions.module.css';

type Props = {
  readonly problem: WalletProblem | null;
  readonly isConnected: boolean;
  readonly onConnect: () => void;
  /** Receives the ids of identical transfers that the person wants in addition to this one. */
  readonly onContinue: (accepted: readonly string[]) => void;
  readonly onStartOver: () => void;
};

/** What a person can do with a transfer whose deposit is not signed. */
export function UnsignedActions(props: Props) {
  return (
    <>
      <ContinueAction {...props} />
      <Button onClick={props.onStartOver}>Start over</Button>
    </>
  );
}

function ContinueAction({ problem, isConnected, onConnect, onContinue }: Props): ReactNode {
  switch (problem?.kind) {
    case 'quoteExpired':
      return null;
    // Continuing would be refused again, so the person sees the other transfer or says that they want both.
    case 'duplicate':
      return (
        <>
          {problem.others.slice(0, 1).map((id) => (
            <Link key={id} className={styles.link} href={`/transfers/${id}`}>
              Open the other transfer
            </Link>
          ))}
          {problem.isSigned ? <Button onClick={() => onContinue(problem.others)}>Send a second one</Button> : null}
        </>
      );
    default:
      return (
        <Button kind="primary" size="large" onClick={isConnected ? () => onContinue([]) : onConnect}>
          {isConnected ? 'Continue in wallet' : 'Connect wallet'}
        </Button>
      );
  }
}
