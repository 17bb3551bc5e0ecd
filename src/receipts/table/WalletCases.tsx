import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEffect, useMemo } from 'react';
import type { Address } from 'viem';
import { useStore } from 'zustand';
import { useAppServices } from '../../app/services.ts';
import { deskTableWords } from '../../i18n/deskTable/deskTableWords.ts';
import { useWords } from '../../i18n/useWords.ts';
import { AddressText } from '../../ui/AddressText.tsx';
import ui from '../../ui/ui.module.css';
import type { HashItem } from '../model/caseList.ts';
import type { WalletSearch } from './createWalletSearch.ts';
import { createWalletSearch } from './createWalletSearch.ts';
import { ManyCases } from './ManyCases.tsx';
import { ReadingList } from './ReadingList.tsx';

const KEPT_MS = 30 * 60_000;

type Props = {
  readonly account: Address;
  /** The answer about one hash, for the place beside the table. Null: a row opens its page. */
  readonly renderAnswer: ((item: HashItem) => ReactNode) | null;
  /** How many deposits or payments of a transaction the page shows elsewhere. */
  readonly shownElsewhere?: ReadonlyMap<string, number>;
};

/** The deposits of an account and the payments to it, as far back as the chains have been read. */
export function WalletCases({ account, ...props }: Props) {
  const { config, chainReads } = useAppServices();
  const { data: search = null } = useQuery({
    queryKey: ['walletSearch', account],
    queryFn: async () => createWalletSearch({ account, chains: config.chains, reads: await chainReads() }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
    structuralSharing: false,
  });
  useEffect(() => {
    for (const { chainId, readTo } of search?.readings.getState() ?? []) {
      if (readTo === null) void search?.readOn(chainId);
    }
  }, [search]);
  return search ? <Found account={account} search={search} {...props} /> : null;
}

const NOTHING: ReadonlyMap<string, number> = new Map();

type FoundProps = Props & { readonly search: WalletSearch };

function Found({ account, search, renderAnswer, shownElsewhere = NOTHING }: FoundProps) {
  const { t, rich } = useWords(deskTableWords);
  const chains = useStore(search.readings);
  const found = useStore(search.store, (state) => state.cases);
  const counts = useStore(search.store, (state) => state.counts);
  // A transaction with more than the page shows elsewhere is listed: nothing vanishes in silence.
  const cases = useMemo(
    () => found.filter(({ hash }) => (counts.get(hash) ?? 0) > (shownElsewhere.get(hash) ?? 0)),
    [found, counts, shownElsewhere],
  );
  const isReading = chains.some(({ status }) => status === 'reading');
  return (
    <div className={ui.stack}>
      <ReadingList
        title={rich('wallet', { account: <AddressText address={account} /> })}
        note={t('walletLine')}
        chains={chains}
        onReadOn={(chainId) => void search.readOn(chainId)}
      />
      {found.length === 0 && !isReading ? <p role="status">{t('walletNothing')}</p> : null}
      {cases.length > 0 ? (
        <ManyCases id={account} {...{ cases, account, renderAnswer }} columns={[]} link={null} />
      ) : null}
    </div>
  );
}
