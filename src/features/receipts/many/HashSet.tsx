import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import type { HashItem, ListedCase } from '../../../domain/desk/caseList.ts';
import { MOST_TO_SEND, setFragment } from '../../../domain/desk/setLink.ts';
import { ManyCases } from './ManyCases.tsx';

type Props = {
  readonly cases: readonly ListedCase[];
  readonly columns: readonly string[];
  readonly renderAnswer: (item: HashItem) => ReactNode;
};

/** Many hashes that a person pasted, chose in a file, or opened with a link. A change of the set needs another `key`. */
export function HashSet({ cases, columns, renderAnswer }: Props) {
  const [fragment] = useState(() => setFragment(cases.map(({ hash }) => hash)));
  useEffect(() => {
    // A reload and the way back open the set again.
    window.history.replaceState(window.history.state, '', `/receipts${fragment}`);
  }, [fragment]);
  const link = { fragment, isShort: cases.length <= MOST_TO_SEND };
  return <ManyCases id={`${fragment} ${columns.join()}`} {...{ cases, columns, link, renderAnswer }} />;
}
