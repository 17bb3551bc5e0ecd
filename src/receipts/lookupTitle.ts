import type { Confirmations } from '#client/receipt.ts';
import type { Texts } from '../i18n/texts.ts';
import type { Verdict } from '../transfer/verdict/verdict.ts';
import type { Tone } from '../transfer/verdict/verdictKinds.ts';
import { toneOf } from '../transfer/verdict/verdictKinds.ts';
import type { LookupRow, RowKind } from './model/lookupTable.ts';

function missing(confirmations: Confirmations | null): number {
  return confirmations ? Math.max(0, confirmations.needed - confirmations.seen) : 0;
}

/** A verdict in a few words: the first line of an answer, and a cell of the table. */
export function verdictTitle(one: Verdict, { t, allOf }: Texts<'desk'>): string {
  switch (one.kind) {
    case 'notFound':
      return t('deskTitle_notFound', { count: one.chainNames.length });
    case 'rpcSilent':
      return t('deskTitle_rpcSilent', { chains: allOf(one.chainNames) });
    // The hash can be any transaction, so these say only what its chain shows.
    case 'pending':
    case 'cancelled':
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
      return t(`deskTitle_${one.kind}`);
    case 'inProgress': {
      const count = one.step === 'confirming' ? missing(one.confirmations) : 0;
      return count > 0 ? t('confirmationsMissing', { count }) : t('title_inProgress');
    }
    default:
      return t(`title_${one.kind}`);
  }
}

/** One title if all deposits share it, or else their number. */
export function lookupTitle(verdicts: readonly Verdict[], texts: Texts<'desk'>): string {
  const [first = '', ...others] = new Set(verdicts.map((one) => verdictTitle(one, texts)));
  return others.length === 0 ? first : texts.t('deskTitle_severalDeposits', { count: verdicts.length });
}

/** The verdict of a row in a few words. */
export function rowTitle(row: LookupRow, texts: Texts<'desk'>): string {
  return row.state === 'answered' ? verdictTitle(row.verdict, texts) : texts.t(row.state);
}

export function rowTone(row: LookupRow): Tone {
  if (row.state === 'answered') return toneOf(row.verdict);
  return row.state === 'failed' ? 'warning' : 'info';
}

/** The name of all rows with this kind of verdict, without the details of a single one. */
export function kindTitle(kind: RowKind, example: Verdict | null, texts: Texts<'desk'>): string {
  if (kind === 'waiting' || kind === 'failed') return texts.t(kind);
  if (kind === 'inProgress' || kind === 'rpcSilent') return texts.t(`kind_${kind}`);
  return example ? verdictTitle(example, texts) : '';
}
