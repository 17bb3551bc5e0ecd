import { describe, expect, it } from 'vitest';
import { hashOf } from '../../../tools/lab/web/fakeWallet.ts';
import { ACCOUNT } from '../../../tools/lab/web/fixtures.ts';
import type { Pin } from './pin.ts';
import { afterLook, isNews } from './pin.ts';

const pin: Pin = {
  ...{
    hash: hashOf('1'),
    chainId: null,
    pinnedAtMs: 1,
    kinds: ['inProgress'],
    isOver: false,
    seen: null,
    isNew: false,
  },
};
const delivery = { kinds: ['delivered'], isOver: false, seen: null } as const;

describe('news of a pinned hash', () => {
  it('is an end, a verdict that needs a person, or a vanished transaction', () => {
    expect(isNews(['inProgress'], ['delivered'])).toBe(true);
    expect(isNews(['inProgress'], ['held'])).toBe(true);
    expect(isNews(['inProgress'], ['notFound'])).toBe(true);
    expect(isNews(['inProgress', 'inProgress'], ['inProgress', 'refunded'])).toBe(true);
  });

  it('is not a first lookup, a small step, or silence', () => {
    expect(isNews([], ['delivered'])).toBe(false);
    expect(isNews(['delivered'], ['delivered'])).toBe(false);
    expect(isNews(['pending'], ['inProgress'])).toBe(false);
    expect(isNews(['inProgress'], ['rpcSilent'])).toBe(false);
    expect(isNews(['inProgress'], ['serviceSilent'])).toBe(false);
  });

  it('stays new until a person opens the hash', () => {
    const delivered = afterLook(pin, delivery);
    expect(delivered).toMatchObject({ kinds: ['delivered'], isNew: true });
    expect(afterLook(delivered, delivery).isNew).toBe(true);
    expect(afterLook(pin, { ...delivery, kinds: ['late'] }).isNew).toBe(false);
  });

  it('ends with the transfer, and opens again after a reorg', () => {
    const over = afterLook(pin, { ...delivery, isOver: true });
    expect(over.isOver).toBe(true);
    const undone = afterLook({ ...over, isNew: false }, { ...delivery, kinds: ['reorgedAway'] });
    expect(undone).toMatchObject({ isOver: false, isNew: true });
  });

  it('keeps what was seen of a transaction that no chain shows any more', () => {
    const seen = { hash: pin.hash, chainId: 31337, from: ACCOUNT, nonce: 7, block: null };
    expect(afterLook({ ...pin, seen }, { ...delivery, kinds: ['notFound'] }).seen).toEqual(seen);
  });
});
