import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { useAppServices } from '../../app/services.ts';
import type { ListedCase } from '../model/caseList.ts';
import type { CaseRow } from '../model/caseTable.ts';
import { rowsOf } from '../model/caseTable.ts';
import type { Case } from '../model/judge.ts';
import { useReadCase } from '../useReadCase.ts';
import type { CaseTable } from './createCaseTable.ts';
import { createCaseTable } from './createCaseTable.ts';

/** A person reads no faster, and the page has time for input between two drawings. */
const SHOW_MS = 120;
const KEPT_MS = 30 * 60_000;

/**
 * The lookups of the listed hashes. They stay in memory, so that a person who comes back from a case sees them again. Null
 * before the first render has ended.
 * @param id names the list while it grows
 */
export function useCaseTable(id: string, cases: readonly ListedCase[]): CaseTable<Case> | null {
  const { receipts } = useAppServices();
  const readCase = useReadCase();
  const { data: table = null } = useQuery({
    queryKey: ['caseTable', id],
    queryFn: async () =>
      createCaseTable<Case>({
        readCase: (item, receiptsOf) => readCase(item, { receiptsOf, detail: 'short' }),
        receipts: await receipts(),
        showSoon: (show) => void setTimeout(show, SHOW_MS),
      }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
    structuralSharing: false,
  });
  useEffect(() => table?.add(cases), [table, cases]);
  useEffect(() => {
    table?.comeBack();
    return () => table?.leave();
  }, [table]);
  return table;
}

/** The rows of each hash are made once for its answer, however often the table is drawn. */
export function useCaseRows(table: CaseTable<Case>): readonly CaseRow[] {
  const listed = useStore(table.store, (state) => state.listed);
  const answers = useStore(table.store, (state) => state.answers);
  const [made] = useState(() => new WeakMap<object, readonly CaseRow[]>());
  return useMemo(
    () =>
      listed.flatMap((one) => {
        const answer = answers.get(one.hash);
        const rows = made.get(answer ?? one) ?? rowsOf(one, answer);
        made.set(answer ?? one, rows);
        return rows;
      }),
    [listed, answers, made],
  );
}
