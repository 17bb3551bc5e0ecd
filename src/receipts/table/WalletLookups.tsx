import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEffect, useId, useMemo } from 'react';
import type { Address } from 'viem';
import { useStore } from 'zustand';
import { useAppServices, useTransfers } from '../../app/services.ts';
import type { Texts } from '../../i18n/texts.ts';
import { useTexts } from '../../i18n/useTexts.ts';
import type { Transfer } from '../../transfer/model/transfer.ts';
import { AddressText } from '../../ui/AddressText.tsx';
import { Button, Spinner } from '../../ui/Button.tsx';
import ui from '../../ui/ui.module.css';
import type { HashItem } from '../model/hashList.ts';
import type { ChainReading, WalletSearch } from './createWalletSearch.ts';
import { createWalletSearch } from './createWalletSearch.ts';
import { ManyLookups } from './ManyLookups.tsx';
import styles from './table.module.css';

const KEPT_MS = 30 * 60_000;

type Props = {
  readonly account: Address;
  /** Renders the answer about one hash beside the table. Null: a row opens its page. */
  readonly renderAnswer: ((item: HashItem) => ReactNode) | null;
  /** How many of a transaction's deposits or payments the page already shows elsewhere. */
  readonly shownElsewhere?: ReadonlyMap<string, number>;
};

/** The deposits of an account and the payments to it, as far back as the chains have been read. */
export function WalletLookups({ account, ...props }: Props) {
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
  return search ? <Found account={account} search={search} {...props} /> : <span data-loading />;
}

const NOTHING: ReadonlyMap<string, number> = new Map();

type FoundProps = Props & { readonly search: WalletSearch };

function Found({ account, search, renderAnswer, shownElsewhere = NOTHING }: FoundProps) {
  const { t, rich } = useTexts('desk');
  const chains = useStore(search.readings);
  const found = useStore(search.store, (state) => state.hashes);
  const counts = useStore(search.store, (state) => state.counts);
  // If a transaction has more than the page shows elsewhere, it is listed, so that nothing is hidden.
  const hashes = useMemo(
    () => found.filter(({ hash }) => (counts.get(hash) ?? 0) > (shownElsewhere.get(hash) ?? 0)),
    [found, counts, shownElsewhere],
  );
  const isReading = chains.some(({ status }) => status === 'reading');
  return (
    <div className={ui.stack} data-loading={isReading || undefined}>
      <ReadingList
        title={rich('tableWallet', { account: <AddressText address={account} /> })}
        note={t('walletLine')}
        chains={chains}
        onReadOn={(chainId) => void search.readOn(chainId)}
      />
      {found.length === 0 && !isReading ? <p role="status">{t('walletNothing')}</p> : null}
      {hashes.length > 0 ? (
        <ManyLookups id={account} {...{ hashes, account, renderAnswer }} columns={[]} link={null} />
      ) : null}
    </div>
  );
}

/** What the chains show of an account that this browser's transfers do not. */
export function AccountLookups({ account }: { readonly account: Address }) {
  const transfers = useTransfers();
  const known = useMemo(() => countByTransaction(Object.values(transfers)), [transfers]);
  return <WalletLookups key={account} account={account} renderAnswer={null} shownElsewhere={known} />;
}

/** A transfer's transactions that the chains have proven. One that is only reported may belong to another transfer. */
function provenIn(transfer: Transfer): readonly string[] {
  switch (transfer.status) {
    case 'deposited':
    case 'reported':
    case 'disputed':
      return [transfer.hash];
    case 'delivered':
      return [transfer.hash, transfer.payoutHash];
    case 'refunded':
      return [transfer.hash, transfer.refundHash];
    default:
      return [];
  }
}

/** How many of this browser's transfers each transaction belongs to. */
function countByTransaction(transfers: readonly Transfer[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const hash of transfers.flatMap(provenIn)) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  return counts;
}

type ReadingListProps = {
  readonly title: ReactNode;
  readonly note: string;
  readonly chains: readonly ChainReading[];
  readonly onReadOn: (chainId: number) => void;
};

/** How far back each chain has been read, with the buttons that read on. */
function ReadingList({ title, note, chains, onReadOn }: ReadingListProps) {
  const titleId = useId();
  return (
    <section className={`${ui.card} ${ui.compact} ${styles.readings}`} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      <p className={ui.note}>{note}</p>
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
  const texts = useTexts('desk');
  const lineId = useId();
  const { status } = chain;
  return (
    <div className={`${ui.spread} ${styles.reading}`}>
      <span className={`${ui.row} ${ui.note} ${ui.numbers}`} id={lineId}>
        <strong>{chain.chainName}</strong>
        <span role="status">{readingText(chain, texts)}</span>
      </span>
      {status === 'reading' ? <Spinner /> : null}
      {status === 'paused' || status === 'stopped' ? (
        <Button size="small" kind="quiet" describedBy={lineId} onClick={onReadOn}>
          {texts.t(status === 'paused' ? 'readOn' : 'historyTryAgain')}
        </Button>
      ) : null}
    </div>
  );
}

function readingText({ status, readTo, readToMs, problem }: ChainReading, texts: Texts<'app'>): string {
  const { t, timestamp } = texts;
  const block = readTo === null ? null : texts.amount({ amount: readTo, decimals: 0 });
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
      return readToMs === null
        ? t('readBackToBlock', { block })
        : t('readBackTo', { time: timestamp(readToMs), block });
  }
}
