import type { Address } from 'viem';
import { zeroAddress } from 'viem';
import { isNativeToken, isSameAddress, parseAddress } from '#shared/address.ts';
import type { AmountProblem } from '#shared/amount.ts';
import { parseAmount } from '#shared/amount.ts';
import type { BuildRequest } from '#shared/wire/build.ts';
import type { FormState } from './form.ts';
import type { Route } from './registry.ts';

/** What a person asked for, complete and checked: every transaction is held against it. */
export type Intent = {
  readonly account: Address;
  readonly recipient: Address;
  readonly originChainId: number;
  readonly destinationChainId: number;
  readonly tokenName: string;
  /** As typed, and the same in the origin token's base units. */
  readonly amountText: string;
  readonly amount: bigint;
  readonly includesGasFee: boolean;
};

export type RecipientProblem = 'notAnAddress' | 'zeroAddress' | 'bridgeAddress' | 'tokenAddress';

export type IntentResult =
  | { readonly ok: true; readonly intent: Intent }
  | {
      readonly ok: false;
      readonly amountProblem: AmountProblem | 'zero' | null;
      readonly recipientProblem: RecipientProblem | null;
    };

/** Judges an address as the recipient on a route's destination. Nothing is trimmed: what is checked is what is sent. */
function judgeRecipient(text: string, route: Route): Address | RecipientProblem {
  const address = parseAddress(text);
  if (!address) return 'notAnAddress';
  if (address === zeroAddress) return 'zeroAddress';
  const { destination, origin } = route;
  const ours = [origin, destination].flatMap((chain) => [chain.depositContract, chain.payoutContract, ...chain.makers]);
  if (ours.some((known) => isSameAddress(known, address))) return 'bridgeAddress';
  const tokens = destination.tokens.filter((token) => !isNativeToken(token.address));
  if (tokens.some((token) => isSameAddress(token.address, address))) return 'tokenAddress';
  return address;
}

function isAddressResult(judged: Address | RecipientProblem): judged is Address {
  return judged.startsWith('0x');
}

export function toIntent(form: FormState, route: Route, account: Address): IntentResult {
  const parsed = parseAmount(form.amountText, route.originToken.decimals);
  const amountProblem = !parsed.ok ? parsed.problem : parsed.amount === 0n ? 'zero' : null;
  const judged = form.recipientText === '' ? account : judgeRecipient(form.recipientText, route);
  if (!parsed.ok || amountProblem || !isAddressResult(judged)) {
    return { ok: false, amountProblem, recipientProblem: isAddressResult(judged) ? null : judged };
  }
  return {
    ok: true,
    intent: {
      account,
      recipient: judged,
      originChainId: route.origin.id,
      destinationChainId: route.destination.id,
      tokenName: route.pair.tokenName,
      amountText: form.amountText,
      amount: parsed.amount,
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
