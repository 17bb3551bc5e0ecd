import type { Address } from 'viem';
import { zeroAddress } from 'viem';
import { isNativeToken, isSameAddress } from '#shared/address.ts';
import { readAddressText } from '../../account/model/readAddressText.ts';
import type { Route } from '../../config/registry.ts';
import { vaultsOf } from '../../config/registry.ts';
import type { Answer } from '../../lib/answers.ts';
import { answerTo } from '../../lib/answers.ts';

/** Validates a recipient on the route's destination. */
export function readRecipient(entered: Entered): Address | RecipientProblem {
  const { recipientText, route, learned } = entered;
  const read = readText(recipientText, answerTo(learned.name, nameKey(entered)));
  if (typeof read === 'string') return read;
  const { address, chainId } = read;
  // A contract wallet from another chain may have another owner here, or none.
  if (chainId !== null && chainId !== route.destination.id) return 'otherChain';
  if (address === zeroAddress) return 'zeroAddress';
  if (BigInt(address) <= HIGHEST_RESERVED) return 'reservedAddress';
  if (learned.blocked?.has(address)) return 'blockedAddress';
  return findContract(address, route) ?? address;
}

export function isRecipient(read: Address | RecipientProblem): read is Address {
  return read.startsWith('0x');
}

export type RecipientProblem =
  | 'notAnAddress'
  | 'otherChain'
  /** An address of Bitcoin, Tron or Solana. */
  | 'otherNetwork'
  | 'zeroAddress'
  | 'reservedAddress'
  | 'bridgeAddress'
  | 'tokenAddress'
  | 'knownContract'
  | 'blockedAddress'
  /** The name service has not answered yet. */
  | 'namePending'
  | 'noNameService'
  | 'nameInvalid'
  | 'nameUnknown'
  | 'nameOffchain'
  | 'nameDiffers'
  | 'nameUnanswered';

type Entered = { readonly recipientText: string; readonly route: Route; readonly learned: Learned };

/** What the app has learned since the recipient was typed. */
export type Learned = {
  /** With the key of the text that was looked up. Null while the name service has not answered. */
  readonly name: Answer<NameAnswer> | null;
  /** The addresses that the installation refuses; null while the list has not loaded. The review requires it. */
  readonly blocked: ReadonlySet<Address> | null;
};

export const NOTHING_LEARNED: Learned = { name: null, blocked: null };

/** An address that the name service gives for a name, and where the app read it. */
export type ResolvedName = {
  readonly kind: 'resolved';
  /** The normalized name (ENSIP-15). */
  readonly name: string;
  readonly address: Address;
  /** The name service's chain. */
  readonly chainId: number;
  readonly chainName: string;
  /** The oldest block at which an endpoint read the address. */
  readonly block: bigint;
  /** How many RPC providers gave this address. None gave a different one. */
  readonly sources: number;
  /** False: the name has no record for the destination chain, and this is its Ethereum address. */
  readonly isForDestination: boolean;
};

export type NameAnswer =
  | ResolvedName
  /** The installation has no name service. */
  | { readonly kind: 'noService' }
  /** The text breaks the rules for names, for example with look-alike letters from two scripts. */
  | { readonly kind: 'invalid' }
  /** The name service has no address for the name. */
  | { readonly kind: 'none' }
  /** A server outside the chain has the address (EIP-3668). The app does not ask such servers. */
  | { readonly kind: 'offchain' }
  /** Two RPC endpoints contradict each other. */
  | { readonly kind: 'differs' }
  | { readonly kind: 'unanswered' };

/** The question for the name service. A name can have a different address on each chain. */
export function nameKey({ recipientText, route }: Omit<Entered, 'learned'>): string {
  return `${route.destination.id} ${recipientText.trim()}`;
}

/** The name behind the recipient; null for a typed address, and before the answer. */
export function resolvedName(entered: Entered): ResolvedName | null {
  const name = answerTo(entered.learned.name, nameKey(entered));
  return name?.kind === 'resolved' ? name : null;
}

const NAME = /^[^\s.:/@]+(?:\.[^\s.:/@]+)+$/;

/** Whether a text that is not an address may be a name: labels separated by dots. */
export function isNameText(text: string): boolean {
  return NAME.test(text.trim());
}

// Bitcoin's bech32; otherwise base58, which starts with 1 or 3 for Bitcoin and T for Tron, and is longer for Solana.
const OTHER_NETWORK = /^(?:bc1[0-9a-z]{11,87}|(?!0)(?:[13T][1-9A-HJ-NP-Za-km-z]{25,33}|[1-9A-HJ-NP-Za-km-z]{43,44}))$/;

type Read = { readonly address: Address; readonly chainId: number | null };

function readText(text: string, name: NameAnswer | null): Read | RecipientProblem {
  const read = readAddressText(text);
  if (read) return read;
  if (OTHER_NETWORK.test(text.trim())) return 'otherNetwork';
  if (!isNameText(text)) return 'notAnAddress';
  if (name === null) return 'namePending';
  return name.kind === 'resolved' ? { address: name.address, chainId: null } : nameProblems[name.kind];
}

const nameProblems = {
  noService: 'noNameService',
  invalid: 'nameInvalid',
  none: 'nameUnknown',
  offchain: 'nameOffchain',
  differs: 'nameDiffers',
  unanswered: 'nameUnanswered',
} as const satisfies Record<Exclude<NameAnswer['kind'], 'resolved'>, RecipientProblem>;

// EIP-1352 reserves the lowest addresses for precompiled contracts. Money sent to one is lost.
const HIGHEST_RESERVED = 0xffffn;

/** The route's known contract, or the token, at an address. */
function findContract(address: Address, { origin, destination }: Route): RecipientProblem | null {
  const isIn = (known: readonly Address[]) => known.some((one) => isSameAddress(one, address));
  const ends = [origin, destination];
  if (isIn(ends.flatMap((chain) => [chain.depositContract, ...vaultsOf(chain)]))) return 'bridgeAddress';
  // Nobody owns the address of the origin's token on the destination, either.
  const tokens = ends.flatMap((chain) => chain.tokens.map((token) => token.address));
  if (isIn(tokens.filter((token) => !isNativeToken(token)))) return 'tokenAddress';
  return isIn(destination.knownContracts.map((contract) => contract.address)) ? 'knownContract' : null;
}
