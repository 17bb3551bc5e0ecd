import type { Chain } from './catalog.ts';
import { routeId } from './catalog.ts';

/** What an operator has paused. It takes no part in builds and pairs, and nothing is signed for it. */
export type Pauses = {
  readonly everything: boolean;
  /** By chain id. */
  readonly chains: ReadonlySet<number>;
  /** By the route's id. */
  readonly pairs: ReadonlySet<string>;
};

export const NOTHING_PAUSED: Pauses = { everything: false, chains: new Set(), pairs: new Set() };

export const EVERYTHING = 'all';
const CHAIN_PREFIX = 'chain:';
const PAIR_PREFIX = 'pair:';

/** What a pause of a chain is stored as. */
export function chainSubject(chainId: number): string {
  return `${CHAIN_PREFIX}${chainId}`;
}

/** What a pause of a pair is stored as. */
export function pairSubject(pair: string): string {
  return `${PAIR_PREFIX}${pair}`;
}

export function readPauseSubjects(subjects: readonly string[]): Pauses {
  const startingWith = (prefix: string) =>
    subjects.filter((subject) => subject.startsWith(prefix)).map((subject) => subject.slice(prefix.length));
  return {
    everything: subjects.includes(EVERYTHING),
    chains: new Set(startingWith(CHAIN_PREFIX).map(Number)),
    pairs: new Set(startingWith(PAIR_PREFIX)),
  };
}

export function isChainPaused({ everything, chains }: Pauses, chainId: number): boolean {
  return everything || chains.has(chainId);
}

/** A payment that is due, and what has to be open for it. */
export type PausablePayment = {
  readonly origin: Chain;
  /** Where it is paid; null for a refund, which is paid on the origin chain. */
  readonly destination: Chain | null;
  readonly tokenName: string | null;
};

/** @returns what is paused and keeps a payment from being signed, in words for its receipt, or null */
export function findPause(pauses: Pauses, { origin, destination, tokenName }: PausablePayment): string | null {
  const paused = [origin, destination].find((chain) => chain && isChainPaused(pauses, chain.id));
  if (paused) return paused.name;
  if (!destination || tokenName === null) return null;
  return pauses.pairs.has(routeId(tokenName, origin.id, destination.id))
    ? `${tokenName} from ${origin.name} to ${destination.name}`
    : null;
}
