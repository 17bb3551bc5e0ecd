import { useEffect, useRef, useState } from 'react';
import { useAppServices } from '../../../context/appServices.ts';
import type { RowOutcome } from '../../../tracking/importTransfers.ts';
import { importTransfers } from '../../../tracking/importTransfers.ts';
import { FileButton } from '../../../ui/FileButton.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { exchangeWords } from '../../../words/exchange/exchangeWords.ts';
import { useWords } from '../../../words/useWords.ts';
import styles from './ExchangeDialog.module.css';
import type { FileProblem } from './historyFile.ts';
import { readHistoryFile } from './historyFile.ts';
import { ImportContacts } from './ImportContacts.tsx';
import { ImportResult } from './ImportResult.tsx';

type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly done: number; readonly total: number }
  | { readonly kind: 'done'; readonly outcomes: readonly RowOutcome[]; readonly contacts: readonly unknown[] }
  | { readonly kind: 'refused'; readonly problem: FileProblem | 'notLoaded' };

/** Imports the transfers of a file. Closing the dialog stops it; what was added stays. */
export function ImportFile() {
  const { t } = useWords(exchangeWords);
  const { chainReads, registry, store } = useAppServices();
  const [state, setState] = useState<State>({ kind: 'idle' });
  const stop = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    stop.current = controller;
    return () => controller.abort();
  }, []);

  async function run(file: File): Promise<State> {
    const read = await readHistoryFile(file);
    if (!read.ok) return { kind: 'refused', problem: read.problem };
    const { records, contacts } = read;
    const { signal } = stop.current;
    setState({ kind: 'running', done: 0, total: records.length });
    const sources = { reads: await chainReads(), registry, store, now: () => Date.now() };
    const onProgress = (done: number) => setState({ kind: 'running', done, total: records.length });
    return { kind: 'done', contacts, outcomes: await importTransfers(sources, records, { signal, onProgress }) };
  }

  const start = (file: File) => {
    void run(file)
      .catch((): State => ({ kind: 'refused', problem: 'notLoaded' }))
      .then(setState);
  };
  return (
    <div className={styles.part}>
      <p className={styles.text}>{t('importText')}</p>
      <FileButton
        label={t('chooseFile')}
        accept=".csv,.json,text/csv,application/json"
        busy={state.kind === 'running'}
        onFile={start}
      />
      {state.kind === 'running' ? (
        <p className={styles.note} role="status">
          {t('importing', { done: `${state.done}`, total: `${state.total}` })}
        </p>
      ) : null}
      {state.kind === 'refused' ? <Notice tone="danger">{t(`file_${state.problem}`)}</Notice> : null}
      {state.kind === 'done' ? (
        <>
          <ImportResult outcomes={state.outcomes} />
          <ImportContacts entries={state.contacts} />
        </>
      ) : null}
    </div>
  );
}
