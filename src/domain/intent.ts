import type { Address } from 'viem';
import { zeroAddress } from 'viem';
import { isNativeToken, isSameAddress } from '#shared/address.ts';
import type { AmountProblem } from '#shared/amount.ts';
import { parseAmount } from '#shared/amount.ts';
import type { BuildRequest } from '#shared/wire/build.ts';
import type { Form } from './form.ts';
import { readAddressText } from './readAddressText.ts';
import { readAmountEntry } from './readAmountText.ts';
import type { Route } from './registry.ts';
import { vaultsOf } from './registry.ts';

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

export type RecipientProblem =
  | 'notAnAddress'
  | 'otherChain'
  | 'zeroAddress'
  | 'reservedAddress'
  | 'bridgeAddress'
  | 'tokenAddress';

export type IntentResult =
  | { readonly ok: true; readonly intent: Intent }
  | {
      readonly ok: false;
      readonly amountProblem: EntryProblem | null;
      readonly recipientProblem: RecipientProblem | null;
    };

// EIP-1352 reserves the lowest addresses for precompiled contracts. Money sent to one is lost.
const HIGHEST_RESERVED = 0xffffn;

/** Validates a recipient on the route's destination. */
function readRecipient(text: string, route: Route): Address | RecipientProblem {
  const { destination, origin } = route;
  const read = readAddressText(text);
  if (!read) return 'notAnAddress';
  const { address, chainId } = read;
  // A contract wallet of another chain can have another owner here, or none.
  if (chainId !== null && chainId !== destination.id) return 'otherChain';
  if (address === zeroAddress) return 'zeroAddress';
  if (BigInt(address) <= HIGHEST_RESERVED) return 'reservedAddress';
  const bridgeAddresses = [origin, destination].flatMap((chain) => [chain.depositContract, ...vaultsOf(chain)]);
  if (bridgeAddresses.some((known) => isSameAddress(known, address))) return 'bridgeAddress';
  const tokens = destination.tokens.filter((token) => !isNativeToken(token.address));
  if (tokens.some((token) => isSameAddress(token.address, address))) return 'tokenAddress';
  return address;
}

function isAddress(recipient: Address | RecipientProblem): recipient is Address {
  return recipient.startsWith('0x');
}

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
  const { route } = form;
  const read = readAmount(form);
  const recipient = form.recipientText.trim() === '' ? account : readRecipient(form.recipientText, route);
  if (!read.ok || !isAddress(recipient)) {
    const amountProblem = read.ok ? null : read.problem;
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
