import { deskWords } from '../../../words/desk/deskWords.ts';
import { deskTableWords } from '../../../words/deskTable/deskTableWords.ts';
import { useWords } from '../../../words/useWords.ts';
import { verdictWords } from '../../../words/verdict/verdictWords.ts';
import type { RowWords } from './kindTitle.ts';

export function useRowWords(): RowWords {
  return { desk: useWords(deskWords), verdict: useWords(verdictWords), table: useWords(deskTableWords) };
}
