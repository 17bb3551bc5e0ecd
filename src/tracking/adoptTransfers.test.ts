import { expect, it } from 'vitest';
import { hashOf } from '../../lab/web/fakeWallet.ts';
import { terms } from '../../lab/web/fixtures.ts';
import { createMemoryStorage } from '../../lab/web/memoryStorage.ts';
import type { Transfer } from '../domain/transfer.ts';
import { createTransferStore } from '../store/transferStore.ts';
import { adoptTransfers } from './adoptTransfers.ts';

it('adds each deposit once, in one change, and tells which ones the browser had and which it did not store', () => {
  let room = 1;
  const storage = createMemoryStorage(() => room-- <= 0);
  const store = createTransferStore(storage, 'here');
  let changes = 0;
  store.subscribe(() => {
    changes += 1;
  });
  const sent = (id: string, digit: string): Transfer => ({
    ...{
      status: 'sent',
      doubt: null,
      terms: { ...terms, id },
      attempt: null,
      hash: hashOf(digit),
      nonce: null,
      since: null,
    },
  });
  const isSame = (other: Transfer) => other.terms.id === 'a';
  const adopted = adoptTransfers(store, [
    { transfer: sent('a', '1'), isSame },
    { transfer: sent('a', '1'), isSame },
    // The same deposit under another id, and another transaction.
    { transfer: sent('b', '1'), isSame },
    { transfer: sent('c', '2'), isSame },
  ]);
  expect(adopted).toEqual([
    { kind: 'added', id: 'a' },
    { kind: 'known', id: 'a' },
    { kind: 'known', id: 'a' },
    { kind: 'notStored', id: 'c' },
  ]);
  expect(Object.keys(store.getState().transfers)).toEqual(['a']);
  expect(changes).toBe(1);
});
