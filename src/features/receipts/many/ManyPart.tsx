import type { ReactNode } from 'react';
import type { Address } from 'viem';
import type { CaseList, HashItem, ListedCase } from '../../../domain/desk/caseList.ts';
import { readSetFragment } from '../../../domain/desk/setLink.ts';
import { Notice } from '../../../ui/Notice.tsx';
import ui from '../../../ui/ui.module.css';
import { deskTableWords } from '../../../words/deskTable/deskTableWords.ts';
import { useWords } from '../../../words/useWords.ts';
import { HashSet } from './HashSet.tsx';
import { ListSummary } from './ListSummary.tsx';
import { WalletCases } from './WalletCases.tsx';

/** What the table lists. */
export type ManyOf =
  | { readonly kind: 'pasted'; readonly hashes: readonly HashItem[] }
  | { readonly kind: 'file'; readonly list: CaseList }
  | { readonly kind: 'wallet'; readonly account: Address }
  /** The fragment of the page's address. */
  | { readonly kind: 'link'; readonly fragment: string };

type Props = {
  readonly of: ManyOf;
  /** The answer about one hash, for the place beside the table. */
  readonly renderAnswer: (item: HashItem) => ReactNode;
};

const withoutCells = (hashes: readonly HashItem[]): readonly ListedCase[] =>
  hashes.map((item) => ({ ...item, cells: [] }));

const keyOf = (cases: readonly ListedCase[]) => cases.map(({ hash }) => hash).join();

/** The answers about many hashes: pasted, from a file, of a wallet, or of a link. */
export function ManyPart({ of, renderAnswer }: Props) {
  switch (of.kind) {
    case 'pasted': {
      const cases = withoutCells(of.hashes);
      return <HashSet key={keyOf(cases)} {...{ cases, columns: [], renderAnswer }} />;
    }
    case 'file': {
      const { cases, columns } = of.list;
      return (
        <div className={ui.stack}>
          <ListSummary list={of.list} />
          <HashSet key={`${keyOf(cases)} ${columns.join()}`} {...{ cases, columns, renderAnswer }} />
        </div>
      );
    }
    case 'wallet':
      return <WalletCases key={of.account} account={of.account} renderAnswer={renderAnswer} />;
    case 'link':
      return <LinkedSet key={of.fragment} fragment={of.fragment} renderAnswer={renderAnswer} />;
  }
}

type LinkProps = { readonly fragment: string; readonly renderAnswer: Props['renderAnswer'] };

function LinkedSet({ fragment, renderAnswer }: LinkProps) {
  const { t } = useWords(deskTableWords);
  const hashes = readSetFragment(fragment);
  if (!hashes) return <Notice tone="warning">{t('linkEmpty')}</Notice>;
  const cases = withoutCells(hashes.map((hash) => ({ kind: 'hash', hash, chainId: null })));
  return <HashSet {...{ cases, columns: [], renderAnswer }} />;
}
