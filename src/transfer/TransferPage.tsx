import { useLookingAt, useSession, useTransfer } from '../app/services.ts';
import { statusWords } from '../i18n/status/statusWords.ts';
import { transferWords } from '../i18n/transfer/transferWords.ts';
import { useWords } from '../i18n/useWords.ts';
import { HelpLink } from '../ui/HelpLink.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import type { StartOver } from './TransferActions.tsx';
import { TransferActions } from './TransferActions.tsx';
import { TransferProgress } from './TransferProgress.tsx';
import styles from './transfer.module.css';

type Props = {
  readonly id: string;
  readonly onConnect: () => void;
  readonly onStartOver: StartOver;
};

/** Shows one transfer of this browser. */
export function TransferPage({ id, onConnect, onStartOver }: Props) {
  const { t } = useWords(transferWords);
  const status = useWords(statusWords);
  const transfer = useTransfer(id);
  const session = useSession(id);
  useLookingAt(id);
  if (!transfer) {
    return (
      <section className={styles.page}>
        <PageHeading title={t('notFound')} line={t('notFoundText')} />
      </section>
    );
  }
  return (
    <section className={styles.page} aria-labelledby="transferTitle">
      <TransferProgress transfer={transfer}>
        <TransferActions transfer={transfer} session={session} onConnect={onConnect} onStartOver={onStartOver} />
      </TransferProgress>
      <HelpLink of={id} label={status.t('getHelp')} />
    </section>
  );
}
