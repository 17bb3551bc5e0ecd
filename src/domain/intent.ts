import type { Address } from 'viem';
import type { AmountProblem } from '#shared/amount.ts';
import { parseAmount } from '#shared/amount.ts';
import type { BuildRequest } from '#shared/wire/build.ts';
import type { Form } from './form.ts';
import { readAmountEntry } from './readAmountText.ts';
import type { RecipientProblem } from './readRecipient.ts';
import { isRecipient, readRecipient } from './readRecipient.ts';
import type { Route } from './registry.ts';

/** The transfer that the user asked for, complete and valid. The app compares every build with it. */
export type Intent = {
  readonly account: Address;
  readonly recipient: Address;
  readonly originChainId: number;
  readonly destinationChainId: number;
  readonly tokenName: string;
  /** The amount as a plain decimal. */
  readonly amountText: string;
  /** The same amount in the origin token's base units. */
  readonly amount: bigint;
  readonly includesGasFee: boolean;
};

export type EntryProblem = AmountProblem | 'zero' | 'ambiguous';

export type IntentResult =
  | { readonly ok: true; readonly intent: Intent }
  | {
      readonly ok: false;
      readonly amountProblem: EntryProblem | null;
      readonly recipientProblem: RecipientProblem | null;
    };

type AmountOutcome =
  | { readonly ok: true; readonly amount: bigint; readonly text: string }
  | { readonly ok: false; readonly problem: EntryProblem };

function readAmount(form: Form): AmountOutcome {
  if (form.amountText.trim() === '') return { ok: false, problem: 'empty' };
  const reading = readAmountEntry(form);
  if (reading.kind !== 'decimal')
    return { ok: false, problem: reading.kind === 'ambiguous' ? 'ambiguous' : 'notDecimal' };
  const parsed = parseAmount(reading.text, form.route.originToken.decimals);
  if (!parsed.ok) return parsed;
  return parsed.amount === 0n ? { ok: false, problem: 'zero' } : { ...parsed, text: reading.text };
}

export function toIntent(form: Form, account: Address): IntentResult {
  const { route, learned } = form;
  const read = readAmount(form);
  const recipient = form.recipientText.trim() === '' ? account : readRecipient(form.recipientText, route, learned);
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
      includesGasFee: form.includesGasFee,
    },
  };
}

export function toBuildRequest(intent: Intent, route: Route): BuildRequest {
  return {
    channel: 0n,
    sender: intent.account,
    recipient: intent.recipient,
    originChainName: route.origin.name,
    destinationChainName: route.destination.name,
    tokenName: intent.tokenName,
    amountText: intent.amountText,
    includesGasFee: intent.includesGasFee,
  };
}
