import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import type { Hash } from 'viem';
import type { AppServices } from '../app/services.ts';
import { useAppServices } from '../app/services.ts';
import { shortReason } from '../chain/chainErrors.ts';
import { VERSION } from '../config/version.ts';
import { useTexts } from '../i18n/useTexts.ts';
import type { Lookup } from '../receipts/model/judge.ts';
import { judge } from '../receipts/model/judge.ts';
import { judgingContextOf } from '../receipts/model/judgingContext.ts';
import type { Transfer } from '../transfer/model/transfer.ts';
import { Button, Spinner } from '../ui/Button.tsx';
import type { CopyResult } from '../ui/copyText.ts';
import { copyText } from '../ui/copyText.ts';
import { LiveRegion } from '../ui/LiveRegion.tsx';
import { saveFile } from '../ui/saveFile.ts';
import ui from '../ui/ui.module.css';
import styles from './help.module.css';
import type { Answered, ReportFacts } from './model/report.ts';
import { browserFamily, writeReport } from './model/report.ts';

type Props = { readonly hash: Hash | null; readonly stored: Transfer | null };

/** Shows the report for support before the person copies or saves it. Nothing is sent. */
export function ReportPanel({ hash, stored }: Props) {
  const { t } = useTexts('app');
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
        <p className={ui.note} role="status" data-loading>
          <Spinner /> {t('collecting')}
        </p>
      ) : (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it */}
          <section className={styles.report} aria-label={t('report')} tabIndex={0} dir="ltr">
            <pre lang="en">{text}</pre>
          </section>
          <div className={ui.row}>
            <CopyReport text={text}>
              <Button onClick={() => saveFile(`transfer-${hash?.slice(0, 10) ?? 'unsent'}.txt`, 'text/plain', text)}>
                {t('saveReport')}
              </Button>
            </CopyReport>
          </div>
        </>
      )}
    </div>
  );
}

async function timed<T>(ask: () => Promise<T>): Promise<Answered<T>> {
  const startedAt = performance.now();
  const took = () => Math.round(performance.now() - startedAt);
  try {
    return { ok: true, value: await ask(), tookMs: took() };
  } catch (error) {
    return { ok: false, reason: shortReason(error), tookMs: took() };
  }
}

type Services = Pick<AppServices, 'config' | 'deskReads' | 'receipts' | 'registry'>;
type Subject = { readonly hash: Hash | null; readonly stored: Transfer | null };

/** Looks up a transfer again, as the receipts desk does. Never throws: a missing answer is part of the report. */
async function collectFacts(
  { config, deskReads, receipts: sourceOf, registry }: Services,
  { hash, stored }: Subject,
): Promise<ReportFacts> {
  const facts = {
    ...{ version: VERSION, service: config.service.baseUrl, browser: browserFamily(navigator.userAgent) },
    ...{ chains: config.chains.map(({ name, id }) => ({ name, id })), writtenAt: Date.now(), hash, stored },
  };
  if (hash === null) return { ...facts, receipts: null, lookup: null };
  const source = await sourceOf();
  const receipts = await timed(() => source.receiptsOf(hash));
  const receiptsOf = async (one: Hash) => {
    if (one !== hash) return source.receiptsOf(one);
    if (!receipts.ok) throw new Error(receipts.reason);
    return receipts.value;
  };
  const lookup = await timed(async (): Promise<Lookup> => {
    const memory = { remembered: [], transfers: stored ? [stored] : [], addresses: [] };
    const { readEvidence } = await deskReads();
    const evidence = await readEvidence({ hash, chainId: null }, { receiptsOf, memory, detail: 'all' });
    return judge(evidence, judgingContextOf(registry, [], Date.now()));
  });
  return { ...facts, receipts, lookup };
}

/** The result is shown after the other button, so that no button moves under the finger. */
function CopyReport({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  const { t } = useTexts('app');
  const [result, setResult] = useState<CopyResult | null>(null);
  return (
    <>
      <Button kind="primary" onClick={() => void copyText(text).then(setResult)}>
        {t('copyReport')}
      </Button>
      {children}
      <LiveRegion className={ui.note}>{result === null ? null : t(result)}</LiveRegion>
    </>
  );
}
