import type { ReactNode } from 'react';
import type { HashItem, ListedCase } from '../../../domain/desk/caseList.ts';
import { ManyCases } from './ManyCases.tsx';
import { useSetLink } from './useSetLink.ts';

type Props = {
  readonly cases: readonly ListedCase[];
  readonly columns: readonly string[];
  readonly renderAnswer: (item: HashItem) => ReactNode;
};

/** Many hashes that a person pasted, chose in a file, or opened with a link. A change of the set needs another `key`. */
export function HashSet({ cases, columns, renderAnswer }: Props) {
  const link = useSetLink(cases.map(({ hash }) => hash));
  const id = `${link.kind === 'notKept' ? cases.map(({ hash }) => hash).join() : link.fragment} ${columns.join()}`;
  return <ManyCases {...{ id, cases, columns, link, renderAnswer }} />;
}
