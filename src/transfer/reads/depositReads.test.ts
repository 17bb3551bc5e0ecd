import { createClient, custom, defineChain, numberToHex } from 'viem';
import { describe, expect, it } from 'vitest';
import { hashOf } from '../../../tools/lab/web/fakeWallet.ts';
import { ACCOUNT, OTHER_ACCOUNT, registry, terms } from '../../../tools/lab/web/fixtures.ts';
import { depositLogs, simulateChains } from '../../../tools/lab/web/simulatedBridge.ts';
import { createDepositReads } from './depositReads.ts';

const HASH = hashOf('1');
const BLOCK_HASH = hashOf('b');
const BLOCK = 7;

it("keeps waiting while a node has a transaction's block but not its receipt", async () => {
  let receipts = 0;
  const transaction = { hash: HASH, from: terms.account, nonce: '0x1', type: '0x2', blockNumber: numberToHex(BLOCK) };
  const answers: Record<string, () => unknown> = {
    eth_blockNumber: () => numberToHex(BLOCK),
    eth_getTransactionByHash: () => transaction,
    eth_getBlockByNumber: () => ({ number: numberToHex(BLOCK), hash: BLOCK_HASH, transactions: [transaction] }),
    eth_getTransactionReceipt: () => {
      receipts += 1;
      // viem asks three times before it gives up.
      if (receipts <= 3) return null;
      return { transactionHash: HASH, blockHash: BLOCK_HASH, blockNumber: numberToHex(BLOCK), status: '0x1', logs: [] };
    },
  };
  const request = async ({ method }: { method: string }) => answers[method]?.();
  const chain = defineChain({
    ...{ id: terms.origin.chainId, name: 'Test', rpcUrls: { default: { http: [] } } },
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  });
  const client = createClient({ chain, transport: custom({ request }), pollingInterval: 10 });
  const reads = createDepositReads(() => client, registry);
  expect(await reads.waitForReceipt(chain.id, HASH)).toMatchObject({ transactionHash: HASH, status: 'success' });
  expect(receipts).toBe(4);
});

const NOW = 300;

/** An origin chain with deposits in these blocks. `heads`: its first answers about the newest block. */
function setUp({
  deposits = [],
  heads = [],
  height = NOW,
  emptyLogs = 0,
}: {
  deposits?: number[];
  heads?: number[];
  height?: number;
  /** How many ranges a node without logs answers before an honest one does. */
  emptyLogs?: number;
}) {
  let now = height;
  let empty = emptyLogs;
  const lies = [...heads];
  const chains = simulateChains(
    () => now,
    (_chainId, method) => {
      if (method === 'eth_getLogs' && empty-- > 0) return { answer: [] };
      const head = method === 'eth_blockNumber' ? lies.shift() : undefined;
      return head === undefined ? undefined : { answer: numberToHex(head) };
    },
  );
  const { transactions, calls } = chains.origin;
  const mine = (block: number, from = ACCOUNT) => {
    const hash = hashOf(`${transactions.length + 1}`);
    transactions.push({ hash, from, nonce: block, block, logs: depositLogs(hash) });
    return hash;
  };
  for (const block of deposits) mine(block);
  const reads = createDepositReads(chains.clientOf, registry);
  const search = (fromBlock = 100n, isClaimed = (_hash: string) => false) =>
    reads.findDeposit(terms, { fromBlock, isClaimed });
  const searchAll = () => reads.findDeposit(terms, { fromBlock: 100n, isClaimed: () => false, isWhole: true });
  const searches = () => calls.filter((method) => method === 'eth_getLogs').length;
  const moveTo = (block: number) => {
    now = block;
  };
  return { reads, search, searchAll, searches, mine, moveTo };
}

describe('the search for a deposit', () => {
  it('stops at the first deposit that no other transfer has', async () => {
    const { search, searches } = setUp({ deposits: [90, 150, 2_500], height: 90_000 });
    expect(await search()).toEqual({ kind: 'found', hash: hashOf('2') });
    expect(searches()).toBe(1);
    expect(await search(100n, (hash) => hash === hashOf('2'))).toEqual({ kind: 'found', hash: hashOf('3') });
  });

  it('says that it found nothing only up to the newest block', async () => {
    expect(await setUp({ deposits: [90] }).search()).toEqual({ kind: 'none', to: 300n });
    const long = setUp({ height: 150_000 });
    expect(await long.search()).toEqual({ kind: 'incomplete', to: 100_099n });
    expect(await long.search()).toEqual({ kind: 'incomplete', to: 100_099n });
    expect(await long.search()).toEqual({ kind: 'none', to: 150_000n });
  });

  it('finds a deposit after one empty answer, and a whole search finds it after any number of them', async () => {
    const once = setUp({ deposits: [1_005], height: 10_000, emptyLogs: 5 });
    expect(await once.search()).toMatchObject({ kind: 'none' });
    expect(await once.search()).toEqual({ kind: 'found', hash: hashOf('1') });
    const often = setUp({ deposits: [1_005], height: 10_000, emptyLogs: 10 });
    for (let count = 0; count < 5; count++) expect(await often.search()).toMatchObject({ kind: 'none' });
    expect(await often.searchAll()).toEqual({ kind: 'found', hash: hashOf('1') });
  });

  it('starts at the first block again after ten searches', async () => {
    const { search } = setUp({ deposits: [1_005], height: 10_000, emptyLogs: 10 });
    for (let count = 0; count < 10; count++) expect(await search()).toMatchObject({ kind: 'none' });
    expect(await search()).toEqual({ kind: 'found', hash: hashOf('1') });
  });

  it('searches every block for a verdict, again after each whole search, and continues where a run stopped', async () => {
    const { search, searchAll, searches } = setUp({ height: 150_000 });
    for (let count = 0; count < 4; count++) await search();
    for (let pass = 0; pass < 2; pass++) {
      const before = searches();
      expect(await searchAll()).toEqual({ kind: 'incomplete', to: 100_099n });
      expect(await searchAll()).toEqual({ kind: 'none', to: 150_000n });
      expect(searches() - before).toBe(76);
    }
  });

  it('does not count blocks as searched if the node has not reached the first one', async () => {
    expect(await setUp({ height: 99 }).search()).toMatchObject({ kind: 'incomplete' });
  });

  it.each([[[300_000_000]], [[300_000_000, 300_000_000, 300_000_000]]])(
    'ends soon after wrong heads (%j), and does not count their blocks',
    async (heads) => {
      const { search, searches } = setUp({ heads });
      expect(await search()).toEqual({ kind: 'none', to: 300n });
      expect(searches()).toBeLessThanOrEqual(heads.length);
    },
  );

  it('ends while every head is wrong, and finds a deposit in a skipped block later', async () => {
    const { search, searches, mine, moveTo } = setUp({ heads: Array(51).fill(300_000_000) });
    expect(await search()).toMatchObject({ kind: 'incomplete' });
    expect(searches()).toBe(50);
    moveTo(400);
    const late = mine(350);
    expect(await search()).toEqual({ kind: 'found', hash: late });
  });

  it('searches old blocks twice, and recent ones each time', async () => {
    const { search, searches, mine } = setUp({ height: 9_999 });
    const made: number[] = [];
    for (let count = 0; count < 3; count++) {
      const before = searches();
      await search();
      made.push(searches() - before);
    }
    expect(made).toEqual([5, 5, 2]);
    const late = mine(9_000);
    expect(await search()).toEqual({ kind: 'found', hash: late });
  });
});

describe('a deposit with the same terms from before the attempt', () => {
  it('is not the deposit of this transfer', async () => {
    const { reads } = setUp({ deposits: [99, 100] });
    const [earlier, own] = [hashOf('1'), hashOf('2')];
    // Each transaction's nonce is its block.
    const attempt = { nonce: 100, fromBlock: 100n };
    expect(await reads.readDeposit(terms, earlier, attempt)).toBe('noDeposit');
    expect(await reads.readDeposit(terms, own, attempt)).toBe('mined');
    expect(await reads.readDeposit(terms, earlier, null)).toBe('mined');
    expect(await reads.isThisDeposit(terms, earlier, attempt)).toBe(false);
    expect(await reads.isThisDeposit(terms, own, attempt)).toBe(true);
  });

  it("is told apart by its nonce from this transfer's deposit in a reorganized block", async () => {
    const { reads } = setUp({ deposits: [99] });
    expect(await reads.readDeposit(terms, hashOf('1'), { nonce: 99, fromBlock: 101n })).toBe('mined');
    expect(await reads.isThisDeposit(terms, hashOf('1'), { nonce: 99, fromBlock: 2_099n })).toBe(true);
  });

  it('is told apart by its block if another account sent the transaction', async () => {
    const { reads, mine } = setUp({});
    const relayed = mine(99, OTHER_ACCOUNT);
    expect(await reads.readDeposit(terms, relayed, { nonce: 7, fromBlock: 100n })).toBe('noDeposit');
  });

  it('is recognized by a first block from two similar answers', async () => {
    expect(await setUp({ heads: [298] }).reads.readAttempt(terms)).toEqual({ nonce: 7, fromBlock: 298n });
    await expect(setUp({ heads: [300_000_000] }).reads.readAttempt(terms)).rejects.toThrow('300000000, and then 300');
    await expect(setUp({ heads: [5_000, 3] }).reads.readAttempt(terms)).rejects.toThrow('5000, and then 3');
  });

  it('is recognized even if the chain never had the first block', async () => {
    const { reads, mine } = setUp({});
    const relayed = mine(99, OTHER_ACCOUNT);
    expect(await reads.readDeposit(terms, relayed, { nonce: 7, fromBlock: 300_000_000n })).toBe('mined');
  });
});
