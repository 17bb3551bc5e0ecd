import { createMPT, verifyMPTWithMerkleProof } from '@ethereumjs/mpt';
import fc from 'fast-check';
import type { Hex } from 'viem';
import { fromRlp, getAddress, hexToBytes, keccak256, toHex, toRlp } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyProof } from '#shared/proof/verifyProof.ts';
import { transferId } from '#shared/transferId.ts';
import type { ProvenDelivery } from '../../../tools/lab/chains/provenDelivery.ts';
import { createProvenDelivery } from '../../../tools/lab/chains/provenDelivery.ts';
import type { Endpoint } from '../../chain/chainClients.ts';
import { createEndpoints } from '../../chain/chainClients.ts';
import { createProofFileReads } from './proofFileReads.ts';

const CHAIN = 48_950;

let delivery: ProvenDelivery;
let endpoint: Endpoint;
let payoutEndpoint: Endpoint;
let text: string;

function order(ordinal = 0) {
  const { chains, depositHash: transactionHash, payoutHash } = delivery;
  const [origin, destination] = chains;
  const id = transferId({ chainId: CHAIN, contract: origin.depositContract, transactionHash, ordinal });
  return { id, deposit: { chain: origin, hash: transactionHash }, payout: { chain: destination, hash: payoutHash } };
}

/** @param endpoints of the deposit's chain */
function readsOf(...endpoints: readonly Endpoint[]) {
  return createProofFileReads((id) => (id === CHAIN ? endpoints : [payoutEndpoint]), delivery.chains);
}

/** The endpoint with other answers to some methods. */
function changed(name: string, answers: Record<string, (result: unknown) => unknown>): Endpoint {
  return {
    ...endpoint,
    host: name,
    ask: async (method, params) => {
      const result = await endpoint.ask(method, params);
      return answers[method]?.(result) ?? result;
    },
  };
}

const refuse = () => {
  throw new Error('the method does not exist');
};

function silentEndpoint(): Endpoint {
  return { ...endpoint, host: 'silent', ask: async () => refuse() };
}

beforeAll(async () => {
  delivery = await createProvenDelivery(CHAIN);
  const [first, second] = delivery.chains.flatMap(createEndpoints);
  if (!first || !second) throw new Error('each chain has an endpoint');
  [endpoint, payoutEndpoint] = [first, second];
  const made = await readsOf(endpoint).makeProofFile(order());
  if (!made.ok) throw new Error(JSON.stringify(made.problem));
  text = made.text;
});
afterAll(() => Promise.all([delivery?.origin.chain.stop(), delivery?.destination.chain.stop()]));

describe('a proof file of a real chain', () => {
  it('shows the delivery, and verifies with pins and without', () => {
    const { sender, recipient, sentToken, paidToken, sent, paid, depositHash, payoutHash } = delivery;
    const shown = {
      ...{ transferId: order().id, recipient },
      deposit: { transactionHash: depositHash, sender, token: getAddress(sentToken), amount: sent },
      payout: { transactionHash: payoutHash, token: getAddress(paidToken), amount: paid },
    };
    const known = verifyProof(text, delivery.chains);
    expect(known).toMatchObject({ ok: true, delivery: { ...shown, trust: ['canonical'] } });
    expect(verifyProof(text, null)).toMatchObject({
      ...{ ok: true, delivery: { ...shown, trust: ['canonical', 'addresses', 'tokens'] } },
    });
  });

  it('is rejected as foreign by a bridge with another vault', () => {
    const chains = delivery.chains.map((chain) => ({ ...chain, vault: chain.depositContract }));
    expect(verifyProof(text, chains)).toEqual({ ok: false, problem: { code: 'foreign', side: 'payout' } });
  });

  it('fails if any digit of its evidence is changed', () => {
    const values = Array.from(text.matchAll(/"(0x[0-9a-f]+)"|: (\d+)/g), (match) => {
      const skipped = match[1] ? 3 : 2;
      return { start: match.index + skipped, length: match[0].length - skipped - (match[1] ? 1 : 0) };
    });
    // Picks a value first, then a digit: a receipt has a thousand times as many digits as an index.
    const place = fc
      .constantFrom(...values)
      .chain(({ start, length }) => fc.integer({ min: start, max: start + length - 1 }));
    fc.assert(
      fc.property(place, fc.constantFrom(...'0123456789abcdef'), (at, digit) => {
        fc.pre(text[at] !== digit);
        expect(verifyProof(`${text.slice(0, at)}${digit}${text.slice(at + 1)}`, null).ok).toBe(false);
      }),
      { numRuns: 400 },
    );
  });

  it('shows the same delivery or fails if any character is changed, added or removed', () => {
    const honest = verifyProof(text, null);
    const byte = fc.integer({ min: 0, max: text.length - 1 });
    const character = fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code));
    fc.assert(
      fc.property(byte, character, (at, other) => {
        const [before, after] = [text.slice(0, at), text.slice(at + 1)];
        for (const changedText of [before + other + after, before + other + text[at] + after, before + after]) {
          const verification = verifyProof(changedText, null);
          if (verification.ok) expect(verification).toEqual(honest);
        }
      }),
      { numRuns: 150 },
    );
  });

  // An independent reader of the format in docs/proofs.md, with another trie library.
  it('verifies with only viem and @ethereumjs/mpt', async () => {
    const file = JSON.parse(text);
    for (const side of ['deposit', 'payout']) {
      const evidence = file[side];
      expect(keccak256(evidence.header)).toBe(evidence.blockHash);
      const header = fromRlp(evidence.header, 'hex') as Hex[];
      const { transactionIndex: index } = evidence;
      const item = async (root: Hex | undefined, nodes: Hex[]) =>
        verifyMPTWithMerkleProof(
          await createMPT(),
          hexToBytes(root ?? '0x'),
          toRlp(index === 0 ? '0x' : toHex(index), 'bytes'),
          nodes.map((node) => hexToBytes(node)),
        );
      const transaction = await item(header[4], evidence.transactionProof);
      const receipt = await item(header[5], evidence.receiptProof);
      expect(transaction && keccak256(transaction)).toBe(
        side === 'deposit' ? delivery.depositHash : delivery.payoutHash,
      );
      const [status, , , logs] = fromRlp((receipt ?? new Uint8Array()).slice(1), 'hex') as [
        Hex,
        Hex,
        Hex,
        [Hex, Hex[], Hex][],
      ];
      expect(status).toBe('0x01');
      const event = logs.find(([writer]) => writer === (file[side].contract ?? file[side].vault));
      if (side === 'payout') expect(event?.[1][2]).toBe(order().id);
      expect(event?.[2]).toContain((side === 'deposit' ? delivery.sent : delivery.paid).toString(16));
    }
  });
});

describe('making a proof file', () => {
  it("asks for single receipts if an endpoint does not offer a block's receipts", async () => {
    const made = await readsOf(changed('old', { eth_getBlockReceipts: refuse })).makeProofFile(order());
    expect(made).toMatchObject({ ok: true });
  });

  it('asks for raw transactions of an unknown type', async () => {
    const { hash } = order().deposit;
    const hide = (block: unknown) => {
      const { transactions, ...header } = block as { transactions: { hash: Hex }[] };
      return { ...header, transactions: transactions.map((one) => (one.hash === hash ? { hash, type: '0x65' } : one)) };
    };
    const unknownType = changed('raw', { eth_getBlockByHash: hide });
    expect(await readsOf(unknownType).makeProofFile(order())).toMatchObject({ ok: true });
    const withoutRaw = changed('none', { eth_getBlockByHash: hide, eth_getRawTransactionByHash: refuse });
    expect(await readsOf(withoutRaw).makeProofFile(order())).toEqual({
      ok: false,
      problem: { code: 'transactionForm', chain: delivery.chains[0] },
    });
  });

  it.each([
    [
      'a header with another field',
      { eth_getBlockByHash: (b: unknown) => ({ ...(b as object), gasUsed: '0x1' }) },
      'headerForm',
    ],
    ['other receipts', { eth_getBlockReceipts: (all: unknown) => [...(all as object[])].reverse() }, 'receiptForm'],
  ])('does not believe %s, and reads from the next endpoint', async (_lie, answers, code) => {
    const liar = changed('liar', answers);
    expect(await readsOf(liar).makeProofFile(order())).toEqual({
      ok: false,
      problem: { code, chain: delivery.chains[0] },
    });
    expect(await readsOf(liar, endpoint).makeProofFile(order())).toMatchObject({ ok: true });
  });

  it('names the endpoints that differ, and the silent ones', async () => {
    const other: Hex = `0x${'5'.repeat(64)}`;
    const differs = changed('differs', { eth_getBlockByNumber: (block) => ({ ...(block as object), hash: other }) });
    const reads = readsOf(silentEndpoint(), endpoint, differs);
    const made = await reads.makeProofFile(order());
    if (!made.ok) throw new Error(JSON.stringify(made.problem));
    expect(await reads.compareBlocks(made.delivery)).toEqual([
      { chainId: CHAIN, asked: 3, agreed: 1, differing: ['differs'], silent: ['silent'] },
      { chainId: CHAIN + 1, asked: 1, agreed: 1, differing: [], silent: [] },
    ]);
  });

  it('fails without an endpoint, a deposit or its payout', async () => {
    const { deposit, payout } = order();
    const silent = await readsOf(silentEndpoint()).makeProofFile(order());
    expect(silent).toMatchObject({ problem: { code: 'noAnswer' } });
    const reads = readsOf(endpoint);
    const noDeposit = { ok: false, problem: { code: 'noEvent', side: 'deposit' } };
    const swapped = { ...order(), deposit: { ...deposit, hash: delivery.origin.otherHash } };
    expect(await reads.makeProofFile(swapped)).toEqual(noDeposit);
    expect(await reads.makeProofFile(order(1))).toEqual(noDeposit);
    const unpaid = { ...order(), payout: { ...payout, hash: delivery.destination.otherHash } };
    expect(await reads.makeProofFile(unpaid)).toEqual({ ok: false, problem: { code: 'noEvent', side: 'payout' } });
  });
});
