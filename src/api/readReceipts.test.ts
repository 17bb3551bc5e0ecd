import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { Receipt } from '#client/receipt.ts';
import { ServiceUnreachable } from '#client/serviceErrors.ts';
import { encodeFailure } from '#shared/wire/envelope.ts';
import { encodeReceipts, receiptsWire } from '#shared/wire/receipts.ts';
import { hashOf } from '../../lab/web/fakeWallet.ts';
import { createReceiptReader } from './readReceipts.ts';

const [ONE, TWO] = [hashOf('1'), hashOf('2')];
const UNKNOWN: Receipt = { kind: 'unknown' };

type Answers = { readonly batch: () => unknown; readonly single?: (hash: string) => Receipt };

function readerOf({ batch, single = () => UNKNOWN }: Answers) {
  const calls: string[] = [];
  const read = createReceiptReader({
    post: (async ({ path }: { path: string }) => {
      calls.push(path);
      return { ok: true, data: v.parse(receiptsWire, batch()) };
    }) as never,
    getReceipt: async ({ depositHash }) => {
      calls.push(depositHash);
      return single(depositHash);
    },
  });
  return { read, calls };
}

const unknownFor = (...hashes: readonly string[]) =>
  encodeReceipts(hashes.map((depositHash) => ({ depositHash, envelope: encodeFailure(907, 'unknown') })));
const noSuchOperation = () => {
  throw new ServiceUnreachable('the service could not be reached');
};

describe('createReceiptReader', () => {
  it('asks for all receipts at once, and keeps those of several deposits together', async () => {
    const { read, calls } = readerOf({ batch: () => unknownFor(ONE, TWO, TWO) });
    expect(await read([ONE, TWO])).toEqual(
      new Map([
        [ONE, [UNKNOWN]],
        [TWO, [UNKNOWN, UNKNOWN]],
      ]),
    );
    expect(calls).toEqual(['get_receipts']);
  });

  it('ignores receipts that it did not ask for', async () => {
    const { read } = readerOf({ batch: () => unknownFor(ONE, hashOf('9')) });
    expect([...(await read([ONE])).keys()]).toEqual([ONE]);
  });

  it('asks for one at a time where the service has no get_receipts, and does not try it again', async () => {
    const { read, calls } = readerOf({ batch: noSuchOperation });
    expect(await read([ONE, TWO])).toEqual(new Map([ONE, TWO].map((hash) => [hash, [UNKNOWN]])));
    await read([ONE]);
    expect(calls).toEqual(['get_receipts', ONE, TWO, ONE]);
  });

  it('keeps the receipts that it has when the service stops answering', async () => {
    const single = (hash: string) => (hash === TWO ? noSuchOperation() : UNKNOWN);
    expect([...(await readerOf({ batch: noSuchOperation, single }).read([ONE, TWO])).keys()]).toEqual([ONE]);
  });

  it('throws where the service answers nothing, and does not ask a busy service once more', async () => {
    await expect(readerOf({ batch: noSuchOperation, single: noSuchOperation }).read([ONE])).rejects.toBeInstanceOf(
      ServiceUnreachable,
    );
    const busy = () => {
      throw new ServiceUnreachable('busy', { retryAfterMs: 1000 });
    };
    const { read, calls } = readerOf({ batch: busy });
    await expect(read([ONE])).rejects.toMatchObject({ retryAfterMs: 1000 });
    expect(calls).toEqual(['get_receipts']);
  });

  it('takes an answer without any receipt for no answer', async () => {
    const { read, calls } = readerOf({ batch: () => unknownFor(hashOf('9')) });
    await read([ONE]);
    expect(calls).toEqual(['get_receipts', ONE]);
  });
});
