import { useSession, useTransfers } from '../../context/appServices.ts';
import type { FormDraft } from '../../domain/form.ts';
import { Notice } from '../../ui/Notice.tsx';
import { TransferActions } from './TransferActions.tsx';
import { TransferHeading } from './TransferHeading.tsx';
import styles from './TransferPage.module.css';
import { TransferSteps } from './TransferSteps.tsx';
import { TransferSummary } from './TransferSummary.tsx';

type Props = {
  readonly id: string;
  readonly onConnect: () => void;
  readonly onStartOver: (draft: FormDraft) => void;
};

/** One transfer of this browser, wherever it is. */
export function TransferPage({ id, onConnect, onStartOver }: Props) {
  const transfer = useTransfers()[id];
  const session = useSession(id);
  if (!transfer) {
    return (
      <section className={styles.page}>
        <Notice tone="info" title="This browser knows no such transfer">
          Transfers are kept in the browser that sent them. With the hash of the deposit, any browser can show its
          receipt.
        </Notice>
      </section>
    );
  }
  return (
    <section className={styles.page} aria-labelledby="transferTitle">
      <TransferHeading transfer={transfer} />
      <div className={styles.card}>
        <TransferSummary transfer={transfer} />
        <TransferSteps transfer={transfer} isRunning={session.isRunning} />
        <TransferActions transfer={transfer} session={session} onConnect={onConnect} onStartOver={onStartOver} />
      </div>
    </section>
  );
}
