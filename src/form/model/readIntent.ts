import type { Address } from 'viem';
import type { AmountProblem } from '#shared/amount.ts';
import { convertRoundingDown, parseAmount } from '#shared/amount.ts';
import type { Intent } from '../../transfer/model/intent.ts';
import type { Form } from './form.ts';
import { readAmountEntry } from './readAmountText.ts';
import type { RecipientProblem } from './readRecipient.ts';
import { isRecipient, readRecipient } from './readRecipient.ts';

export type EntryProblem = AmountProblem | 'zero' | 'ambiguous';

export type IntentResult =
  | { readonly ok: true; readonly intent: Intent }
  | {
      readonly ok: false;
      readonly amountProblem: EntryProblem | null;
      readonly recipientProblem: RecipientProblem | null;
    };

type AmountOutcome =
  | { readonly ok: true; readonly amount: bigint; readonly text: string; readonly exactReceive: bigint | null }
  | { readonly ok: false; readonly problem: EntryProblem };

function readAmount(form: Form): AmountOutcome {
  if (form.amountText.trim() === '') return { ok: false, problem: 'empty' };
  const reading = readAmountEntry(form, form.route.pair.tokenName);
  if (reading.kind !== 'decimal')
    return { ok: false, problem: reading.kind === 'ambiguous' ? 'ambiguous' : 'notDecimal' };
  const { decimals } = form.route.originToken;
  const isExact = form.entry === 'receive';
  const parsed = parseAmount(reading.text, isExact ? entryDecimals(form) : decimals);
  if (!parsed.ok) return parsed;
  if (parsed.amount === 0n) return { ok: false, problem: 'zero' };
  if (!isExact) return { ...parsed, text: reading.text, exactReceive: null };
  const typed = { amount: parsed.amount, decimals: entryDecimals(form) };
  const exactReceive = convertRoundingDown(typed, form.route.destinationToken.decimals);
  return { ok: true, amount: convertRoundingDown(typed, decimals), text: reading.text, exactReceive };
}

/** How many decimals an entry can have. An amount to receive must be exact on both chains. */
export function entryDecimals({ entry, route }: Form): number {
  const { decimals } = route.originToken;
  return entry === 'receive' ? Math.min(decimals, route.destinationToken.decimals) : decimals;
}

/** What the form asks for, or what is wrong with its entries. */
export function toIntent(form: Form, account: Address): IntentResult {
  const { route } = form;
  const read = readAmount(form);
  const recipient = form.recipientText.trim() === '' ? account : readRecipient(form);
  if (!read.ok || !isRecipient(recipient)) {
    const amountProblem = read.ok ? null : read.problem;
    return { ok: false, amountProblem, recipientProblem: isRecipient(recipient) ? null : recipient };
  }
  return {
    ok: true,
    intent: {
      account,
      recipient,
      originChainId: route.origin.id,
      destinationChainId: route.destination.id,
      tokenName: route.pair.tokenName,
      amountText: read.text,
      amount: read.amount,
      // The amount is all that leaves the wallet. For an exact amount to receive, a search finds it.
      includesGasFee: true,
      exactReceive: read.exactReceive,
      gasDrop: form.gasDrop?.recipient === recipient && route.pair.gasDrop ? form.gasDrop.amount : 0n,
    },
  };
}
