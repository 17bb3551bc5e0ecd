import type { Address } from 'viem';
import { useStore } from 'zustand';
import type { History } from '../../tracking/createHistory.ts';
import { AddressText } from '../../ui/AddressText.tsx';
import { ReadingList } from '../../ui/readings/ReadingList.tsx';
import { historyWords } from '../../words/history/historyWords.ts';
import { useWords } from '../../words/useWords.ts';

type Props = { readonly account: Address; readonly history: History };

/** How far back the app has read each chain for deposits of the account. */
export function ChainReadings({ account, history }: Props) {
  const { t, rich } = useWords(historyWords);
  const chains = useStore(history.store, (state) => state.chains);
  const isServiceSilent = useStore(history.store, (state) => state.isServiceSilent);
  return (
    <ReadingList
      title={rich('readings', { account: <AddressText address={account} /> })}
      chains={chains}
      onReadOn={(chainId) => void history.readOn(chainId)}
      gap={isServiceSilent ? { text: t('noReceipts'), onRetry: () => void history.askAgain() } : null}
    />
  );
}
