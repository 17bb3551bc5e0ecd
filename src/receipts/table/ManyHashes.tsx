import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import type { Address } from 'viem';
import { useTexts } from '../../i18n/useTexts.ts';
import { Notice } from '../../ui/Notice.tsx';
import ui from '../../ui/ui.module.css';
import type { HashItem, HashList, ListedHash } from '../model/hashList.ts';
import { MOST_TO_SEND, readSetFragment, setFragment } from '../model/setLink.ts';
import { ManyLookups } from './ManyLookups.tsx';
import { WalletLookups } from './WalletLookups.tsx';

/** Nobody reads a longer list of line numbers. */
const MOST_LINES = 20;

/** The answers about many hashes: pasted, from a file, of a wallet, or of a link. */
export function ManyHashes({ of, renderAnswer }: Props) {
  switch (of.kind) {
    case 'pasted': {
      const hashes = withoutCells(of.hashes);
      return <HashSet key={keyOf(hashes)} {...{ hashes, columns: [], renderAnswer }} />;
    }
    case 'file': {
      const { hashes, columns } = of.list;
      return (
        <div className={ui.stack}>
          <ListSummary list={of.list} />
          <HashSet key={`${keyOf(hashes)} ${columns.join()}`} {...{ hashes, columns, renderAnswer }} />
        </div>
      );
    }
    case 'wallet':
      return <WalletLookups key={of.account} account={of.account} renderAnswer={renderAnswer} />;
    case 'link':
      return <LinkedSet key={of.fragment} fragment={of.fragment} renderAnswer={renderAnswer} />;
  }
}

/** What was read from a file and what was not, so that nothing is dropped silently. */
function ListSummary({ list }: { readonly list: HashList }) {
  const { t, allOf } = useTexts('desk');
  const { hashes, columns, repeated, withoutHash, leftOut } = list;
  const numbers = withoutHash.slice(0, MOST_LINES).map(String);
  const lines = withoutHash.length > MOST_LINES ? `${numbers.join(', ')}, …` : allOf(numbers);
  return (
    <Notice tone={withoutHash.length + leftOut > 0 ? 'warning' : 'info'}>
      <p>{t('list_read', { count: hashes.length })}</p>
      {columns.length > 0 ? <p>{t('list_columns', { columns: allOf(columns) })}</p> : null}
      {repeated > 0 ? <p>{t('list_repeated', { count: repeated })}</p> : null}
      {withoutHash.length > 0 ? <p>{t('list_withoutHash', { count: withoutHash.length, lines })}</p> : null}
      {leftOut > 0 ? <p>{t('list_leftOut', { count: leftOut })}</p> : null}
    </Notice>
  );
}

type HashSetProps = {
  readonly hashes: readonly ListedHash[];
  readonly columns: readonly string[];
  readonly renderAnswer: (item: HashItem) => ReactNode;
};

/** Many hashes from a paste, a file or a link. A different set needs a different `key`. */
function HashSet({ hashes, columns, renderAnswer }: HashSetProps) {
  const [fragment] = useState(() => setFragment(hashes.map(({ hash }) => hash)));
  useEffect(() => {
    // Reloading or going back opens the set again.
    window.history.replaceState(window.history.state, '', `/receipts${fragment}`);
  }, [fragment]);
  const link = { fragment, isShort: hashes.length <= MOST_TO_SEND };
  return <ManyLookups id={`${fragment} ${columns.join()}`} {...{ hashes, columns, link, renderAnswer }} />;
}

/** What the table lists. */
export type ManyOf =
  | { readonly kind: 'pasted'; readonly hashes: readonly HashItem[] }
  | { readonly kind: 'file'; readonly list: HashList }
  | { readonly kind: 'wallet'; readonly account: Address }
  /** The fragment of the page's URL. */
  | { readonly kind: 'link'; readonly fragment: string };

type Props = {
  readonly of: ManyOf;
  /** Renders the answer about one hash beside the table. */
  readonly renderAnswer: (item: HashItem) => ReactNode;
};

const withoutCells = (hashes: readonly HashItem[]): readonly ListedHash[] =>
  hashes.map((item) => ({ ...item, cells: [] }));

const keyOf = (hashes: readonly ListedHash[]) => hashes.map(({ hash }) => hash).join();

type LinkProps = { readonly fragment: string; readonly renderAnswer: Props['renderAnswer'] };

function LinkedSet({ fragment, renderAnswer }: LinkProps) {
  const { t } = useTexts('desk');
  const linked = readSetFragment(fragment);
  if (!linked) return <Notice tone="warning">{t('linkEmpty')}</Notice>;
  const hashes = withoutCells(linked.map((hash) => ({ kind: 'hash', hash, chainId: null })));
  return <HashSet {...{ hashes, columns: [], renderAnswer }} />;
}
