import type { Address } from 'viem';

/** An address that the name service gives for a name, and where the app read it. */
export type ResolvedName = {
  readonly kind: 'resolved';
  /** The normalised name (ENSIP-15). */
  readonly name: string;
  readonly address: Address;
  /** The chain of the name service. */
  readonly chainId: number;
  readonly chainName: string;
  /** The oldest block at which an endpoint read the address. */
  readonly block: bigint;
  /** How many RPC providers gave this address. No provider gave another one. */
  readonly sources: number;
  /** False: the name has no record for the destination chain, and this is its Ethereum address. */
  readonly isForDestination: boolean;
};

export type NameAnswer =
  | ResolvedName
  /** The installation has no name service. */
  | { readonly kind: 'noService' }
  /** The text breaks the rules of names, for example with letters of two scripts that look alike. */
  | { readonly kind: 'invalid' }
  /** The name service has no address for the name. */
  | { readonly kind: 'none' }
  /** A server outside the chain has the address (EIP-3668). The app asks no such server. */
  | { readonly kind: 'offchain' }
  /** Two RPC endpoints contradict each other. */
  | { readonly kind: 'differs' }
  | { readonly kind: 'unanswered' };

const NAME = /^[^\s.:/@]+(?:\.[^\s.:/@]+)+$/;

/** Whether a text that is no address may be a name: labels with dots between. */
export function isNameText(text: string): boolean {
  return NAME.test(text.trim());
}
