import { parseHash } from '#shared/hash.ts';
import { useTransfer } from '../../context/appServices.ts';
import { depositHash } from '../../domain/transfer.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import ui from '../../ui/ui.module.css';
import { helpWords } from '../../words/help/helpWords.ts';
import { useWords } from '../../words/useWords.ts';
import styles from './help.module.css';
import { ReportPanel } from './ReportPanel.tsx';
import { SupportPanel } from './SupportPanel.tsx';

/** The id of a transfer of this browser or a deposit hash; null for help without a transfer. */
type Props = { readonly of: string | null };

/** How to reach support, what to send it, and what it never asks for. */
export function HelpPage({ of }: Props) {
  const { t } = useWords(helpWords);
  const stored = useTransfer(of ?? '') ?? null;
  const hash = stored ? depositHash(stored) : parseHash(of ?? '');
  return (
    <section className={styles.page}>
      <PageHeading title={t('title')} line={t(hash === null ? 'lineWithoutHash' : 'line')} />
      <SupportPanel hash={hash} />
      <NeverAsked />
      {stored !== null || hash !== null ? <ReportPanel hash={hash} stored={stored} /> : null}
    </section>
  );
}

const NEVER_ASKED = ['neverPhrase', 'neverRemote', 'neverPayment'] as const;

function NeverAsked() {
  const { t } = useWords(helpWords);
  return (
    <div className={`${ui.card} ${ui.compact} ${styles.never}`}>
      <h2>{t('never')}</h2>
      <ul>
        {NEVER_ASKED.map((key) => (
          <li key={key}>{t(key)}</li>
        ))}
      </ul>
      <p className={ui.note}>{t('neverText')}</p>
    </div>
  );
}
