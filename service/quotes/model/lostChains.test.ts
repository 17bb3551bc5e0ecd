import { describe, expect, test } from 'vitest';
import { createSampleCatalog, pickChain } from '../../../tools/lab/service/sampleCatalog.ts';
import { findLostChains } from './pairs.ts';

const catalog = createSampleCatalog();
const north = pickChain(catalog, 'Northshore').id;
const south = pickChain(catalog, 'Southshore').id;
const now = new Date('2026-01-01T12:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);

type Ages = {
  readonly fees?: number;
  readonly north?: number;
  readonly south?: number;
  readonly since?: number;
  readonly head?: number;
};

function listLost(ages: Ages, sample = catalog): number[] {
  const { fees = 0, north: northAge = 0, south: southAge = 0, since = 0, head = 0 } = ages;
  const feesAt = new Map([[south, ago(fees)]]);
  const looks = new Map([
    [north, { lookedAt: ago(northAge), headAt: ago(head) }],
    [south, { lookedAt: ago(southAge), headAt: null }],
  ]);
  const reads = { feesAt, looks, since: ago(since) };
  return [...findLostChains(sample, reads, now)];
}

describe('a chain counts as lost', () => {
  test('ten minutes after its last read', () => {
    expect(listLost({ north: 600, south: 600 })).toEqual([]);
    expect(listLost({ north: 601 })).toEqual([north]);
    expect(listLost({ south: 601 })).toEqual([south]);
  });

  test('when its newest block is older than the configuration allows', () => {
    const strict = createSampleCatalog((file) => {
      file.lab.maxHeadAgeSeconds = 60;
    });
    expect(listLost({ head: 60 }, strict)).toEqual([]);
    expect(listLost({ head: 61 }, strict)).toEqual([north]);
  });

  test('ten minutes after its last gas price', () => {
    expect(listLost({ fees: 600 })).toEqual([]);
    expect(listLost({ fees: 601 })).toEqual([south]);
  });

  test('ten minutes after the start of the process without any answer', () => {
    const reads = { feesAt: new Map(), looks: new Map(), since: ago(600) };
    expect([...findLostChains(catalog, reads, now)]).toEqual([]);
    expect([...findLostChains(catalog, { ...reads, since: ago(601) }, now)].sort()).toEqual([north, south].sort());
  });

  test('after twice the age at which its fees become stale, with a long fee epoch', () => {
    const slow = createSampleCatalog((file) => {
      file.lab.feeEpochSeconds = 300;
    });
    expect(listLost({ fees: 2400 }, slow)).toEqual([]);
    expect(listLost({ fees: 2401 }, slow)).toEqual([south]);
  });
});
