import type { Confirmations } from '#client/receipt.ts';
import type { DeskWords } from '../i18n/desk/deskWords.ts';
import { deskWords } from '../i18n/desk/deskWords.ts';
import type { DeskTableWords } from '../i18n/deskTable/deskTableWords.ts';
import { deskTableWords } from '../i18n/deskTable/deskTableWords.ts';
import { useWords } from '../i18n/useWords.ts';
import type { VerdictWords } from '../i18n/verdict/verdictWords.ts';
import { verdictWords } from '../i18n/verdict/verdictWords.ts';
import type { Verdict } from '../transfer/verdict/verdict.ts';
import type { Tone } from '../transfer/verdict/verdictKinds.ts';
import { toneOf } from '../transfer/verdict/verdictKinds.ts';
import type { CaseRow, RowKind } from './model/caseTable.ts';

type TitleWords = { readonly desk: DeskWords; readonly verdict: VerdictWords };

function missing(confirmations: Confirmations | null): number {
  return confirmations ? Math.max(0, confirmations.needed - confirmations.seen) : 0;
}

/** A verdict in a few words: the first line of an answer, and a cell of the table. */
export function verdictTitle(one: Verdict, { desk, verdict }: TitleWords): string {
  const { t, allOf } = desk;
  switch (one.kind) {
    case 'notFound':
      return t('title_notFound', { count: one.chainNames.length });
    case 'rpcSilent':
      return t('title_rpcSilent', { chains: allOf(one.chainNames) });
    // A hash can be of any transaction, so these say no more than its chain does.
    case 'pending':
    case 'cancelled':
    case 'noDeposit':
    case 'reverted':
    case 'wrongChain':
    case 'awaitingSigners':
    case 'payment':
    case 'failedPayment':
    case 'replaced':
    case 'dropped':
    case 'reorgedAway':
    case 'outOfGas':
    case 'sentToVault':
    case 'sentToAccount':
    case 'wrongContract':
    case 'endpointsDisagree':
      return t(`title_${one.kind}`);
    case 'inProgress': {
      const count = one.step === 'confirming' ? missing(one.confirmations) : 0;
      return count > 0 ? t('confirmationsMissing', { count }) : verdict.t('title_inProgress');
    }
    default:
      return verdict.t(`title_${one.kind}`);
  }
}

/** One title for deposits that stand alike. */
export function caseTitle(verdicts: readonly Verdict[], words: TitleWords): string {
  const [first = '', ...others] = new Set(verdicts.map((one) => verdictTitle(one, words)));
  return others.length === 0 ? first : words.desk.t('title_severalDeposits', { count: verdicts.length });
}

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
