import { createMPT, verifyMPTWithMerkleProof } from '@ethereumjs/mpt';
import fc from 'fast-check';
import type { Hex } from 'viem';
import { fromRlp, hexToBytes, keccak256, toHex, toRlp } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeProof } from '#shared/proof/proofFile.ts';
import { readProofText } from '#shared/proof/readProofText.ts';
import { verifyProof } from '#shared/proof/verifyProof.ts';
import type { ProvenDelivery } from '../../../lab/bridge/provenDelivery.ts';
import { createProvenDelivery } from '../../../lab/bridge/provenDelivery.ts';
import { config } from '../../../lab/web/fixtures.ts';
import type { Endpoint } from '../chainClients.ts';
import { createEndpoints } from '../chainClients.ts';
import { createProofFileReads } from './proofFileReads.ts';

const CHAIN = 48_950;
const NOW_MS = Date.UTC(2030, 0, 2, 3, 4, 5);

let delivery: ProvenDelivery;
let endpoint: Endpoint;
let payoutEndpoint: Endpoint;
let text: string;

function order() {
  const { origin, destination, depositHash, payoutHash } = delivery;
  return {
    deposit: { chainId: CHAIN, contract: origin.deployment.depositContract, hash: depositHash },
    ordinal: null,
    payout: { chainId: CHAIN + 1, vaults: [destination.deployment.vault], hash: payoutHash },
  };
}

/** @param endpoints of the deposit's chain */
function readsOf(...endpoints: readonly Endpoint[]) {
  return createProofFileReads((id) => (id === CHAIN ? endpoints : [payoutEndpoint]), delivery.pins);
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

function parseJson(json: string): Parameters<typeof writeProof>[0] | null {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

beforeAll(async () => {
  delivery = await createProvenDelivery(CHAIN);
  const [north] = config.chains;
  if (!north) throw new Error('the fixtures have no chain');
  const { origin, destination } = delivery;
  const [first] = createEndpoints({ ...north, id: CHAIN, rpcUrls: [origin.chain.rpcUrl] });
  const [second] = createEndpoints({ ...north, id: CHAIN + 1, rpcUrls: [destination.chain.rpcUrl] });
  if (!first || !second) throw new Error('each chain has an endpoint');
  [endpoint, payoutEndpoint] = [first, second];
  const made = await readsOf(endpoint).makeProofFile(order(), NOW_MS);
  if (!made.ok) throw new Error(JSON.stringify(made.problem));
  text = made.text;
});
afterAll(() => Promise.all([delivery?.origin.chain.stop(), delivery?.destination.chain.stop()]));

describe('a proof file of a real chain', () => {
  it('states the delivery, and verifies with pins and without', () => {
    const verification = verifyProof(text, delivery.pins);
    const { sender, recipient, sentToken, paidToken, sent, paid, depositHash, payoutHash } = delivery;
    const lower = (address: string) => address.toLowerCase();
    expect(verification).toMatchObject({
      ok: true,
      trust: [{ code: 'canonical' }],
      madeAt: '2030-01-02T03:04:05Z',
      statement: {
        deposit: {
          transactionHash: depositHash,
          ordinal: 0,
          sender: lower(sender),
          token: lower(sentToken),
          amount: sent,
        },
        payout: { transactionHash: payoutHash, recipient: lower(recipient), token: lower(paidToken), amount: paid },
      },
    });
    expect(verifyProof(text, null)).toMatchObject({
      ok: true,
      trust: [{ code: 'canonical' }, { code: 'addresses' }, { code: 'tokens' }],
    });
    expect(verifyProof(text.trimEnd(), null).ok).toBe(true);
  });

  it('is foreign to a bridge with another vault', () => {
    const chains = delivery.pins.chains.map((chain) => ({ ...chain, vaults: [chain.depositContract] }));
    expect(verifyProof(text, { chains })).toMatchObject({ ok: false, step: 'addresses', reason: 'foreign' });
  });

  it('fails with any byte changed, added or removed', () => {
    const byte = fc.integer({ min: 0, max: text.length - 1 });
    const character = fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code));
    fc.assert(
      fc.property(byte, character, (at, other) => {
        fc.pre(text[at] !== other);
        const [before, after] = [text.slice(0, at), text.slice(at + 1)];
        expect(verifyProof(`${before}${other}${after}`, null).ok).toBe(false);
        expect(verifyProof(`${before}${other}${text[at]}${after}`, null).ok).toBe(false);
        // Only the line break at the end may be missing.
        if (after !== '') expect(verifyProof(before + after, null).ok).toBe(false);
      }),
      { numRuns: 150 },
    );
  });

  it('fails with any digit of its statement or its evidence changed, even with a new digest', () => {
    const read = readProofText(text);
    if (!read.ok) throw new Error(read.problem.code);
    const { statement, depositEvidence, payoutEvidence, made } = read.file;
    const whole = { statement, depositEvidence, payoutEvidence };
    const json = JSON.stringify(whole, (_key, value) => (typeof value === 'bigint' ? `${value}` : value));
    expect(verifyProof(writeProof({ ...whole, made }), null).ok).toBe(true);
    const values = Array.from(json.matchAll(/"(0x[0-9a-f]+|\d+)"|:(\d+)/g), (match) => {
      const skipped = match[0].startsWith('"0x') ? 3 : 1;
      const length = match[0].length - skipped - (match[0].endsWith('"') ? 1 : 0);
      return { start: match.index + skipped, length };
    });
    // Each value is equally likely: a receipt has a thousand times as many digits as an amount.
    const place = fc
      .constantFrom(...values)
      .chain(({ start, length }) => fc.integer({ min: start, max: start + length - 1 }));
    fc.assert(
      fc.property(place, fc.constantFrom(...'0123456789abcdef'), (at, digit) => {
        fc.pre(json[at] !== digit);
        const content = parseJson(`${json.slice(0, at)}${digit}${json.slice(at + 1)}`);
        // A number of another form cannot be written at all.
        if (content) expect(verifyProof(writeProof({ ...content, made }), null).ok).toBe(false);
      }),
      { numRuns: 250 },
    );
  });

  // A second reading of the format as docs/proofs.md describes it, with another library for the tries.
  it('verifies by viem and @ethereumjs/mpt alone', async () => {
    const file = JSON.parse(text);
    for (const side of ['deposit', 'payout']) {
      const evidence = file[`${side}Evidence`];
      expect(keccak256(evidence.header)).toBe(file.statement[side].blockHash);
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
      expect(transaction && keccak256(transaction)).toBe(file.statement[side].transactionHash);
      const [status, , , logs] = fromRlp((receipt ?? new Uint8Array()).slice(1), 'hex') as [
        Hex,
        Hex,
        Hex,
        [Hex, Hex[], Hex][],
      ];
      expect(status).toBe('0x01');
      const address = side === 'deposit' ? file.statement.deposit.contract : file.statement.payout.vault;
      const event = logs.find(([writer]) => writer === address);
      expect(side === 'payout' ? event?.[1][2] : file.statement.transferId).toBe(file.statement.transferId);
      expect(event?.[2]).toContain(BigInt(file.statement[side].amount).toString(16));
    }
  });
});

describe('making a proof file', () => {
  it('asks for single receipts where an endpoint does not offer those of a block', async () => {
    const made = await readsOf(changed('old', { eth_getBlockReceipts: refuse })).makeProofFile(order(), NOW_MS);
    expect(made).toMatchObject({ ok: true });
  });

  it('asks for raw transactions of a type that it does not know', async () => {
    const { hash } = order().deposit;
    const hide = (block: unknown) => {
      const { transactions, ...header } = block as { transactions: { hash: Hex }[] };
      return { ...header, transactions: transactions.map((one) => (one.hash === hash ? { hash, type: '0x65' } : one)) };
    };
    const unknownType = changed('raw', { eth_getBlockByHash: hide });
    expect(await readsOf(unknownType).makeProofFile(order(), NOW_MS)).toMatchObject({ ok: true });
    const withoutRaw = changed('none', { eth_getBlockByHash: hide, eth_getRawTransactionByHash: refuse });
    expect(await readsOf(withoutRaw).makeProofFile(order(), NOW_MS)).toEqual({
      ok: false,
      problem: { code: 'transactionForm', chainId: CHAIN },
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
    expect(await readsOf(liar).makeProofFile(order(), NOW_MS)).toEqual({
      ok: false,
      problem: { code, chainId: CHAIN },
    });
    expect(await readsOf(liar, endpoint).makeProofFile(order(), NOW_MS)).toMatchObject({ ok: true });
  });

  it('names the endpoints that differ, and the silent ones', async () => {
    const other: Hex = `0x${'5'.repeat(64)}`;
    const differs = changed('differs', { eth_getBlockByNumber: (block) => ({ ...(block as object), hash: other }) });
    const silent = silentEndpoint();
    const made = await readsOf(silent, endpoint, differs).makeProofFile(order(), NOW_MS);
    if (!made.ok) throw new Error(JSON.stringify(made.problem));
    const verification = verifyProof(made.text, delivery.pins);
    if (!verification.ok) throw new Error(verification.step);
    const { blockHash, blockNumber } = verification.statement.deposit;
    expect(verification.witnesses.slice(0, 3)).toEqual([
      { chainId: CHAIN, blockNumber, endpoint: 'silent', blockHash: null },
      { chainId: CHAIN, blockNumber, endpoint: endpoint.host, blockHash },
      { chainId: CHAIN, blockNumber, endpoint: 'differs', blockHash: other },
    ]);
  });

  it('makes no proof without an endpoint, a deposit or its payout', async () => {
    const silent = silentEndpoint();
    const { deposit, payout } = order();
    expect(await readsOf(silent).makeProofFile(order(), NOW_MS)).toMatchObject({ problem: { code: 'noAnswer' } });
    const reads = readsOf(endpoint);
    const swapped = { ...order(), deposit: { ...deposit, hash: delivery.origin.otherHash } };
    expect(await reads.makeProofFile(swapped, NOW_MS)).toEqual({ ok: false, problem: { code: 'noDeposit' } });
    const unpaid = { ...order(), payout: { ...payout, hash: delivery.destination.otherHash } };
    expect(await reads.makeProofFile(unpaid, NOW_MS)).toEqual({ ok: false, problem: { code: 'noPayout' } });
    expect(await reads.makeProofFile({ ...order(), ordinal: 1 }, NOW_MS)).toEqual({
      ok: false,
      problem: { code: 'noPayout' },
    });
  });
});
