import type { ReactNode } from 'react';
import { useId } from 'react';
import type { HistoryWords } from '../../i18n/history/historyWords.ts';
import { historyWords } from '../../i18n/history/historyWords.ts';
import { useWords } from '../../i18n/useWords.ts';
import { Button, Spinner } from '../../ui/Button.tsx';
import type { ChainReading } from '../model/chainReading.ts';
import styles from './ReadingList.module.css';

type Props = {
  readonly title: ReactNode;
  readonly note: string;
  readonly chains: readonly ChainReading[];
  readonly onReadOn: (chainId: number) => void;
};

/** How far back each chain has been read, with the buttons that read on. */
export function ReadingList({ title, note, chains, onReadOn }: Props) {
  const titleId = useId();
  return (
    <section className={styles.readings} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      <p className={styles.line}>{note}</p>
      <ul>
        {chains.map((chain) => (
          <li key={chain.chainId}>
            <ReadingLine chain={chain} onReadOn={() => onReadOn(chain.chainId)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ReadingLine({ chain, onReadOn }: { readonly chain: ChainReading; readonly onReadOn: () => void }) {
  const words = useWords(historyWords);
  const lineId = useId();
  const { status } = chain;
  return (
    <div className={styles.reading}>
      <span className={styles.line} id={lineId}>
        <strong>{chain.chainName}</strong>
        <span role="status">{readingText(chain, words)}</span>
      </span>
      {status === 'reading' ? <Spinner /> : null}
      {status === 'paused' || status === 'stopped' ? (
        <Button size="small" kind="quiet" describedBy={lineId} onClick={onReadOn}>
          {words.t(status === 'paused' ? 'readOn' : 'tryAgain')}
        </Button>
      ) : null}
    </div>
  );
}

function readingText({ status, readTo, readToMs, problem }: ChainReading, words: HistoryWords): string {
  const { t, moment } = words;
  const block = readTo === null ? null : words.amount({ amount: readTo, decimals: 0 });
  switch (status) {
    case 'reading':
      return block === null ? t('reading') : t('readingBlock', { block });
    case 'complete':
      return t('readAll');
    case 'stopped': {
      const reason = problem ?? '';
      return block === null ? t('stopped', { reason }) : t('stoppedAt', { block, reason });
    }
    case 'paused':
      if (block === null) return '';
      return readToMs === null ? t('readBackToBlock', { block }) : t('readBackTo', { time: moment(readToMs), block });
  }
}
