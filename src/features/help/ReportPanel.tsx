import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import type { Hash } from 'viem';
import { useAppServices } from '../../context/appServices.ts';
import { writeReport } from '../../domain/help/report.ts';
import type { Transfer } from '../../domain/transfer.ts';
import { Button } from '../../ui/Button.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import ui from '../../ui/ui.module.css';
import { helpWords } from '../../words/help/helpWords.ts';
import { useWords } from '../../words/useWords.ts';
import { collectFacts } from './collectFacts.ts';
import styles from './help.module.css';

type Props = { readonly hash: Hash | null; readonly stored: Transfer | null };

/** Shows the report for support before the person copies or saves it. Nothing is sent. */
export function ReportPanel({ hash, stored }: Props) {
  const { t } = useWords(helpWords);
  const services = useAppServices();
  const facts = useQuery({
    queryKey: ['help', hash, stored?.terms.id],
    queryFn: () => collectFacts(services, { hash, stored }),
    // The text must not change while a person reads it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    structuralSharing: false,
  });
  const text = facts.data ? writeReport(facts.data) : null;
  return (
    <div className={`${ui.card} ${ui.compact}`}>
      <h2>{t('report')}</h2>
      <p className={ui.note}>{t('reportText')}</p>
      {text === null ? (
        <p className={ui.note} role="status">
          <Spinner /> {t('collecting')}
        </p>
      ) : (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it */}
          <section className={styles.report} aria-label={t('report')} tabIndex={0}>
            <pre lang="en" dir="ltr">
              {text}
            </pre>
          </section>
          <div className={ui.row}>
            <CopyReport text={text}>
              <Button onClick={() => saveFile(`transfer-${hash?.slice(0, 10) ?? 'unsent'}.txt`, 'text/plain', text)}>
                {t('save')}
              </Button>
            </CopyReport>
          </div>
        </>
      )}
    </div>
  );
}

/** The result shows after the other button, so that nothing moves below the finger. */
function CopyReport({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  const { t } = useWords(helpWords);
  const [result, setResult] = useState<'copied' | 'notCopied' | null>(null);
  return (
    <>
      <Button
        kind="primary"
        onClick={() => {
          navigator.clipboard.writeText(text).then(
            () => setResult('copied'),
            () => setResult('notCopied'),
          );
        }}
      >
        {t('copy')}
      </Button>
      {children}
      <span className={ui.note} role="status">
        {result === null ? null : t(result)}
      </span>
    </>
  );
}
