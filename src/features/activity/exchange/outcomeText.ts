import type { ImportOutcome } from '../../../tracking/importTransfers.ts';
import type { ExchangeWords } from '../../../words/exchange/exchangeWords.ts';

/** Why a transfer was not added. */
export function outcomeText(outcome: Extract<ImportOutcome, { kind: 'refused' }>, { t }: ExchangeWords): string {
  if (outcome.reason === 'badValue' || outcome.reason === 'differs') {
    return t(`refused_${outcome.reason}`, { column: outcome.column });
  }
  return t(`refused_${outcome.reason}`);
}
