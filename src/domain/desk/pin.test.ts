import { describe, expect, it } from 'vitest';
import { hashOf } from '../../../lab/web/fakeWallet.ts';
import { ACCOUNT } from '../../../lab/web/fixtures.ts';
import type { Pin } from './pin.ts';
import { afterLook, isNews } from './pin.ts';

const pin: Pin = { hash: hashOf('1'), chainId: null, pinnedAtMs: 1, kinds: ['inProgress'], seen: null, isNew: false };

describe('news of a pinned case', () => {
  it('is an end, a case that needs a person, and a transaction that vanished', () => {
    expect(isNews(['inProgress'], ['delivered'])).toBe(true);
    expect(isNews(['inProgress'], ['held'])).toBe(true);
    expect(isNews(['inProgress'], ['notFound'])).toBe(true);
    expect(isNews(['inProgress', 'inProgress'], ['inProgress', 'refunded'])).toBe(true);
  });

  it('is no first lookup, no small step, and no silence', () => {
    expect(isNews([], ['delivered'])).toBe(false);
    expect(isNews(['delivered'], ['delivered'])).toBe(false);
    expect(isNews(['pending'], ['inProgress'])).toBe(false);
    expect(isNews(['inProgress'], ['rpcSilent'])).toBe(false);
    expect(isNews(['inProgress'], ['serviceSilent'])).toBe(false);
  });

  it('stays new until a person opens the case', () => {
    const delivered = afterLook(pin, { kinds: ['delivered'], seen: null });
    expect(delivered).toMatchObject({ kinds: ['delivered'], isNew: true });
    expect(afterLook(delivered, { kinds: ['delivered'], seen: null }).isNew).toBe(true);
    expect(afterLook(pin, { kinds: ['late'], seen: null }).isNew).toBe(false);
  });

  it('keeps what was seen of a transaction that no chain shows any more', () => {
    const seen = { hash: pin.hash, chainId: 31337, from: ACCOUNT, nonce: 7, block: null };
    expect(afterLook({ ...pin, seen }, { kinds: ['notFound'], seen: null }).seen).toEqual(seen);
  });
});
