import { describe, expect, it } from 'vitest';
import { offerOf, pairOf } from '../../lab/web/fixtures.ts';
import { statusOf } from './BridgeStatus.tsx';

const pairs = { fetchStatus: 'idle', isError: false, data: offerOf([pairOf('USDC')]) } as const;

describe('the status of the bridge', () => {
  it('is what the last request told', () => {
    expect(statusOf(pairs)).toBe('responded');
    expect(statusOf({ ...pairs, data: offerOf([]) })).toBe('offersNothing');
    expect(statusOf({ ...pairs, data: undefined, fetchStatus: 'fetching' })).toBe('asking');
  });

  it('is not good after a failure, although older pairs are there', () => {
    expect(statusOf({ ...pairs, isError: true })).toBe('notResponding');
  });

  it('says that this device is offline, not that the bridge is down', () => {
    expect(statusOf({ ...pairs, isError: true, fetchStatus: 'paused' })).toBe('offline');
  });
});
