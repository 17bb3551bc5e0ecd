import { useLookingAt, useSession, useTransfer } from '../../context/appServices.ts';
import type { FormDraft } from '../../domain/form.ts';
import { HelpLink } from '../../ui/HelpLink.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { statusWords } from '../../words/status/statusWords.ts';
import { transferWords } from '../../words/transfer/transferWords.ts';
import { useWords } from '../../words/useWords.ts';
import { TransferActions } from './TransferActions.tsx';
import { TransferProgress } from './TransferProgress.tsx';
import styles from './transfer.module.css';

type Props = {
  readonly id: string;
  readonly onConnect: () => void;
  readonly onStartOver: (draft: FormDraft) => void;
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
