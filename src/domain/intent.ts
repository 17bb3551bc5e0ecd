import type { Address } from 'viem';
import { zeroAddress } from 'viem';
import { isNativeToken, isSameAddress, parseAddress } from '#shared/address.ts';
import type { AmountProblem } from '#shared/amount.ts';
import { parseAmount } from '#shared/amount.ts';
import type { BuildRequest } from '#shared/wire/build.ts';
import type { Form } from './form.ts';
import type { Route } from './registry.ts';
import { vaultsOf } from './registry.ts';

/** The transfer that the user asked for, complete and valid. The app compares every build with it. */
export type Intent = {
  readonly account: Address;
  readonly recipient: Address;
  readonly originChainId: number;
  readonly destinationChainId: number;
  readonly tokenName: string;
  /** The amount as typed. */
  readonly amountText: string;
  /** The same amount in the origin token's base units. */
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

/** Validates a recipient on the route's destination. The text is not trimmed: the transaction uses exactly this address. */
function readRecipient(text: string, route: Route): Address | RecipientProblem {
  const address = parseAddress(text);
  if (!address) return 'notAnAddress';
  if (address === zeroAddress) return 'zeroAddress';
  const { destination, origin } = route;
  const bridgeAddresses = [origin, destination].flatMap((chain) => [chain.depositContract, ...vaultsOf(chain)]);
  if (bridgeAddresses.some((known) => isSameAddress(known, address))) return 'bridgeAddress';
  const tokens = destination.tokens.filter((token) => !isNativeToken(token.address));
  if (tokens.some((token) => isSameAddress(token.address, address))) return 'tokenAddress';
  return address;
}

function isAddress(recipient: Address | RecipientProblem): recipient is Address {
  return recipient.startsWith('0x');
}

export function toIntent(form: Form, account: Address): IntentResult {
  const { route } = form;
  const parsed = parseAmount(form.amountText, route.originToken.decimals);
  const amountProblem = !parsed.ok ? parsed.problem : parsed.amount === 0n ? 'zero' : null;
  const recipient = form.recipientText === '' ? account : readRecipient(form.recipientText, route);
  if (!parsed.ok || amountProblem || !isAddress(recipient)) {
    return { ok: false, amountProblem, recipientProblem: isAddress(recipient) ? null : recipient };
  }
  return {
    ok: true,
    intent: {
      account,
      recipient,
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
