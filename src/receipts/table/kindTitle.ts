import { deskWords } from '../../i18n/desk/deskWords.ts';
import type { DeskTableWords } from '../../i18n/deskTable/deskTableWords.ts';
import { deskTableWords } from '../../i18n/deskTable/deskTableWords.ts';
import { useWords } from '../../i18n/useWords.ts';
import { verdictWords } from '../../i18n/verdict/verdictWords.ts';
import type { Verdict } from '../../transfer/verdict/verdict.ts';
import type { Tone } from '../../transfer/verdict/verdictKinds.ts';
import { toneOf } from '../../transfer/verdict/verdictKinds.ts';
import type { TitleWords } from '../caseTitle.ts';
import { verdictTitle } from '../caseTitle.ts';
import type { CaseRow, RowKind } from '../model/caseTable.ts';

type RowWords = TitleWords & { readonly table: DeskTableWords };

/** The verdict of a row in a few words. */
export function rowTitle(row: CaseRow, words: RowWords): string {
  return row.state === 'answered' ? verdictTitle(row.verdict, words) : words.table.t(row.state);
}

export function rowTone(row: CaseRow): Tone {
  if (row.state === 'answered') return toneOf(row.verdict);
  return row.state === 'failed' ? 'warning' : 'info';
}

/** The name of all rows with this verdict. One of their verdicts can have words that the others lack. */
export function kindTitle(kind: RowKind, example: Verdict | null, words: RowWords): string {
  if (kind === 'waiting' || kind === 'failed') return words.table.t(kind);
  if (kind === 'inProgress' || kind === 'rpcSilent') return words.table.t(`kind_${kind}`);
  return example ? verdictTitle(example, words) : '';
}

export function useRowWords(): RowWords {
  return { desk: useWords(deskWords), verdict: useWords(verdictWords), table: useWords(deskTableWords) };
}
