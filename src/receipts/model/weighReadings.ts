import type { EndpointAnswer } from './evidence.ts';

/** What one endpoint answered about a hash. Readings with the same fingerprint show the same. */
export type Reading = {
  readonly host: string;
  readonly kind: 'mined' | 'pending' | 'unknown' | 'silent';
  readonly fingerprint: string;
};

/** A mined transaction tells more than a pending one, and any answer more than none. */
const RANKS: Readonly<Record<Reading['kind'], number>> = { mined: 3, pending: 2, unknown: 1, silent: 0 };

function countLike(readings: readonly Reading[], { kind, fingerprint }: Reading): number {
  return readings.filter((one) => one.kind === kind && one.fingerprint === fingerprint).length;
}

/** The reading that counts: the one that tells most, and of those the one that most endpoints give. */
export function pickReading<R extends Reading>(readings: readonly [R, ...R[]]): R {
  return readings.reduce((best, one) => {
    if (RANKS[one.kind] !== RANKS[best.kind]) return RANKS[one.kind] > RANKS[best.kind] ? one : best;
    return countLike(readings, one) > countLike(readings, best) ? one : best;
  });
}

/** How each endpoint's answer compares with the reading that counts. */
export function compareReadings(readings: readonly Reading[], picked: Reading): readonly EndpointAnswer[] {
  return readings.map(({ host, kind, fingerprint }): EndpointAnswer => {
    if (kind === 'silent') return { host, answer: 'silent' };
    if (kind !== picked.kind) return { host, answer: 'behind' };
    return { host, answer: fingerprint === picked.fingerprint ? 'agrees' : 'differs' };
  });
}
