import { describe, expect, it } from 'vitest';
import { AGREES, context, northshore, nowhere, unpaid } from '../../../tools/lab/web/deskEvidence.ts';
import { unknownReceipts } from '../../../tools/lab/web/deskReader.ts';
import { hashOf } from '../../../tools/lab/web/fakeWallet.ts';
import { ACCOUNT } from '../../../tools/lab/web/fixtures.ts';
import type { Evidence } from '../model/evidence.ts';
import { judge } from '../model/judge.ts';
import type { Pin } from '../model/pin.ts';
import { pinOf } from '../model/pin.ts';
import { applyLooks, lookAtPins } from './PinWatch.tsx';

const pin = (digit: string): Pin => pinOf({ kind: 'hash', hash: hashOf(digit), chainId: null }, 1);

async function look(pins: readonly Pin[], evidenceOf: (hash: string) => Partial<Evidence>) {
  const requests: (readonly string[])[] = [];
  const handed: unknown[] = [];
  const looks = await lookAtPins(pins, {
    readLookup: async ({ hash }, { receiptsOf, seen }) => {
      handed.push(seen);
      await receiptsOf(hash);
      return judge({ ...nowhere, hash, ...evidenceOf(hash) }, context);
    },
    receipts: unknownReceipts(requests),
    signal: new AbortController().signal,
  });
  return { looks, requests, handed };
}

describe('looking up the pinned hashes', () => {
  it('asks for their receipts at once, and keeps each verdict', async () => {
    const { looks, requests } = await look([pin('a'), pin('b')], (hash) =>
      hash === hashOf('a') ? { deposits: [unpaid] } : {},
    );
    expect(requests).toEqual([[hashOf('a'), hashOf('b')]]);
    expect(looks.map((one) => one.kinds)).toEqual([['inProgress'], ['notFound']]);
  });

  it('remembers where a chain showed the transaction, and passes that to the next lookup', async () => {
    const pending = {
      chain: northshore,
      endpoints: AGREES,
      kind: 'pending',
      from: ACCOUNT,
      to: null,
      nonce: 7,
    } as const;
    const [first] = (await look([pin('a')], () => ({ perChain: [pending] }))).looks;
    expect(first?.seen).toMatchObject({ chainId: northshore.id, from: ACCOUNT, nonce: 7, block: null });
    const seenPins = applyLooks([pin('a')], first ? [first] : []).map((one) => one.pin);
    const { looks, handed } = await look(seenPins, () => ({}));
    expect(handed).toEqual([first?.seen]);
    expect(applyLooks(seenPins, looks)[0]?.pin).toMatchObject({ kinds: ['notFound'], isNew: true, seen: first?.seen });
  });

  it('changes nothing when the lookup fails', async () => {
    const { looks } = await look([pin('a'), pin('b')], (hash) => {
      if (hash === hashOf('a')) throw new Error('broken');
      return {};
    });
    expect(looks.map((one) => one.hash)).toEqual([hashOf('b')]);
  });
});

describe('the end of a round of lookups', () => {
  it('writes only its own fields, and keeps what changed in the meantime', async () => {
    const { looks } = await look([pin('a'), pin('b')], () => ({ deposits: [unpaid] }));
    const opened: Pin = { ...pin('a'), pinnedAtMs: 9, kinds: ['inProgress'], isNew: false };
    expect(applyLooks([opened], looks)).toMatchObject([{ wasNew: false, pin: opened }]);
  });

  it('drops an answer that comes after the watch has ended', async () => {
    const controller = new AbortController();
    const looks = await lookAtPins([pin('a')], {
      readLookup: async ({ hash }) => {
        controller.abort();
        return judge({ ...nowhere, hash }, context);
      },
      receipts: { receiptsOf: async () => [] },
      signal: controller.signal,
    });
    expect(looks).toEqual([]);
  });
});
