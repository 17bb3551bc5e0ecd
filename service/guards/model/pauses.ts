import type { Chain } from '../../boot/model/catalog.ts';
import { routeId } from '../../boot/model/catalog.ts';

/** The operator's pauses. The service builds, lists and signs nothing for a paused chain or pair. */
export type Pauses = {
  readonly everything: boolean;
  /** By chain id. */
  readonly chains: ReadonlySet<number>;
  /** By the route's id. */
  readonly pairs: ReadonlySet<string>;
};

export const EVERYTHING = 'all';
const CHAIN_PREFIX = 'chain:';
const PAIR_PREFIX = 'pair:';

/** The stored subject of a chain's pause. */
export function chainSubject(chainId: number): string {
  return `${CHAIN_PREFIX}${chainId}`;
}

/** The stored subject of a pair's pause. */
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

/** A due payment, with the chains and the token that must not be paused. */
export type PausablePayment = {
  readonly origin: Chain;
  /** The chain of the payout; null for a refund, which the bridge pays on the origin chain. */
  readonly destination: Chain | null;
  readonly tokenName: string | null;
};

/** @returns the paused chain or pair that blocks a payment, as text for the receipt, or null */
export function findPause(pauses: Pauses, { origin, destination, tokenName }: PausablePayment): string | null {
  const paused = [origin, destination].find((chain) => chain && isChainPaused(pauses, chain.id));
  if (paused) return paused.name;
  if (!destination || tokenName === null) return null;
  return pauses.pairs.has(routeId(tokenName, origin.id, destination.id))
    ? `${tokenName} from ${origin.name} to ${destination.name}`
    : null;
}
