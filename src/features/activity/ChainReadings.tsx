import { useId } from 'react';
import type { Address } from 'viem';
import { useStore } from 'zustand';
import type { ChainReading } from '../../tracking/createChainReadings.ts';
import type { History } from '../../tracking/createHistory.ts';
import { AddressText } from '../../ui/AddressText.tsx';
import { Button } from '../../ui/Button.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import type { HistoryWords } from '../../words/history/historyWords.ts';
import { historyWords } from '../../words/history/historyWords.ts';
import { useWords } from '../../words/useWords.ts';
import styles from './ChainReadings.module.css';

type Props = { readonly account: Address; readonly history: History };

/** How far back the app has read each chain for deposits of the account. */
export function ChainReadings({ account, history }: Props) {
  const { t, rich } = useWords(historyWords);
  const chains = useStore(history.store, (state) => state.chains);
  const isServiceSilent = useStore(history.store, (state) => state.isServiceSilent);
  return (
    <section className={styles.readings} aria-labelledby="readingsTitle">
      <h2 id="readingsTitle">{rich('readings', { account: <AddressText address={account} /> })}</h2>
      <ul>
        {chains.map((chain) => (
          <li key={chain.chainId}>
            <Reading chain={chain} onReadOn={() => void history.readOn(chain.chainId)} />
          </li>
        ))}
        {isServiceSilent ? (
          <li>
            <div className={styles.reading}>
              <span className={styles.line}>{t('noReceipts')}</span>
              <Button size="small" kind="quiet" onClick={() => void history.askAgain()}>
                {t('tryAgain')}
              </Button>
            </div>
          </li>
        ) : null}
      </ul>
    </section>
  );
}

function Reading({ chain, onReadOn }: { readonly chain: ChainReading; readonly onReadOn: () => void }) {
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
