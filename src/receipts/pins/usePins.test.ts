import type { Hash } from 'viem';
import { describe, expect, it } from 'vitest';
import { hashOf } from '../../../tools/lab/web/fakeWallet.ts';
import { ACCOUNT } from '../../../tools/lab/web/fixtures.ts';
import { createMemoryStorage } from '../../../tools/lab/web/memoryStorage.ts';
import type { Pin } from '../model/pin.ts';
import { MAX_PINS } from '../model/pin.ts';
import { hasStoredPins } from './storedPins.ts';
import { createPinStore } from './usePins.ts';

const KEY = 'causeway.pins.here';
const pinOf = (hash: Hash): Pin => ({
  ...{ hash, chainId: null, pinnedAtMs: 1, kinds: ['held'], isOver: false, seen: null, isNew: false },
});
const [A, B] = [pinOf(hashOf('a')), pinOf(hashOf('b'))];

describe('the pinned hashes', () => {
  it('are stored with what was seen of their transactions', () => {
    const storage = createMemoryStorage();
    const block = { number: 5n, hash: hashOf('e') };
    const seen = { ...A, seen: { hash: A.hash, chainId: 1, from: ACCOUNT, nonce: 3, block } };
    expect(createPinStore(() => storage, 'here').pin([seen, B])).toBe(2);
    expect(createPinStore(() => storage, 'here').get()).toEqual([seen, B]);
    expect(createPinStore(() => storage, 'elsewhere').get()).toEqual([]);
  });

  it('are pinned once, and have a limit', () => {
    const storage = createMemoryStorage();
    const store = createPinStore(() => storage, 'here');
    const many = Array.from({ length: MAX_PINS + 5 }, (_, index) => pinOf(`0x${`${index}`.padStart(64, '0')}`));
    store.pin([A]);
    expect(store.pin([A, ...many])).toBe(MAX_PINS);
    expect(store.get()).toHaveLength(MAX_PINS);
  });

  it('change only while they exist, even if another tab unpins one', () => {
    const storage = createMemoryStorage();
    const [here, there] = [createPinStore(() => storage, 'here'), createPinStore(() => storage, 'here')];
    here.pin([A, B]);
    there.unpin([A.hash]);
    here.update((pin) => ({ ...pin, isNew: true }));
    expect(here.get()).toEqual([{ ...B, isNew: true }]);
    expect(there.get()).toEqual([{ ...B, isNew: true }]);
  });

  it('keep what another tab found when one is opened', () => {
    const storage = createMemoryStorage();
    const [here, there] = [createPinStore(() => storage, 'here'), createPinStore(() => storage, 'here')];
    here.pin([{ ...A, isNew: true }, B]);
    there.update((pin) => ({ ...pin, kinds: ['delivered'], isOver: true }));
    here.open(A.hash);
    const found = { kinds: ['delivered'], isOver: true, isNew: false };
    expect(here.get()).toEqual([
      { ...A, ...found },
      { ...B, ...found },
    ]);
  });

  it('are detected without parsing them', () => {
    const storage = createMemoryStorage();
    expect(hasStoredPins(() => storage, 'here')).toBe(false);
    const store = createPinStore(() => storage, 'here');
    store.pin([A]);
    expect(hasStoredPins(() => storage, 'here')).toBe(true);
    expect(hasStoredPins(() => storage, 'elsewhere')).toBe(false);
    store.unpin([A.hash]);
    expect(hasStoredPins(() => storage, 'here')).toBe(false);
  });

  it('leave the pins of a later version as they are', () => {
    const storage = createMemoryStorage();
    const later = JSON.stringify([{ ...A, addedLater: 1 }]);
    storage.setItem(KEY, later);
    const store = createPinStore(() => storage, 'here');
    expect(store.pin([A])).toBe(0);
    expect(storage.getItem(KEY)).toBe(later);
  });

  it('cannot be pinned if the browser stores nothing', () => {
    const store = createPinStore(() => createMemoryStorage(() => true), 'here');
    expect(store.pin([A])).toBe(0);
    expect(store.get()).toEqual([]);
  });

  it('drop a verdict that this version does not know', () => {
    const storage = createMemoryStorage();
    storage.setItem(KEY, JSON.stringify([{ ...A, kinds: ['unheardOf'] }]));
    expect(createPinStore(() => storage, 'here').get()).toEqual([{ ...A, kinds: [] }]);
  });
});
