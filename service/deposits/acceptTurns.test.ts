import type { Hash } from 'viem';
import { encodeAbiParameters, encodeEventTopics, numberToHex, zeroAddress } from 'viem';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { depositAbi } from '#shared/abi/depositAbi.ts';
import { transferId } from '#shared/transferId.ts';
import { memoryBlock } from '../../tools/lab/endpoints/memoryNode.ts';
import { createScriptedClient } from '../../tools/lab/endpoints/scriptedClient.ts';
import type { TestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import { clearDatabase, startTestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import { createSampleCatalog, pickChain } from '../../tools/lab/service/sampleCatalog.ts';
import { createLogger } from '../boot/log.ts';
import { rememberChain } from '../chain/chains.ts';
import { RpcOverloaded } from '../chain/rpc/callQueue.ts';
import type { Database } from '../db/database.ts';
import { createDevelopmentSigner } from '../signer/process/developmentSigner.ts';
import { acceptDeposits } from './accept.ts';
import { insertDeposits } from './depositRows.ts';
import { insertTransfers } from './transfers.ts';

const BLOCK = 10;
const idOf = (number: number): Hash => `0x${number.toString(16).padStart(64, '0')}`;
// Worth more than the limit of the tier above.
const AMOUNT = 10n ** 20n;
const now = new Date('2026-01-01T00:00:00Z');
const catalog = createSampleCatalog((file) => {
  for (const chain of file.chains) {
    Object.assign(chain, { confirmations: 2, confirmationsAbove: { '1000': 4 } });
  }
});
const origin = pickChain(catalog, 'Northshore');

let databases: TestDatabases;
let database: Database;

beforeEach(async () => {
  databases ??= await startTestDatabases('postgresql');
  database ??= await databases.open();
  await clearDatabase(database);
});
afterAll(() => databases?.stop());

function depositId(number: number): Hash {
  const key = { chainId: origin.id, contract: origin.depositContract, ordinal: 0 };
  return transferId({ ...key, transactionHash: idOf(number) });
}

/** The receipt of the first deposit in a block. */
function receiptIn(block: number) {
  const place = {
    ...{ blockNumber: numberToHex(block), blockHash: memoryBlock(block).hash },
    ...{ transactionHash: idOf(1), transactionIndex: '0x0' },
  };
  const args = { user: origin.hotWallet, token: zeroAddress, maker: origin.vault };
  const types = ['string', 'uint256', 'uint256', 'uint256', 'uint256'].map((type) => ({ type }));
  const log = {
    ...{ ...place, address: origin.depositContract, logIndex: '0x0', removed: false },
    topics: encodeEventTopics({ abi: depositAbi, eventName: 'Deposit', args }),
    data: encodeAbiParameters(types, [origin.hotWallet, AMOUNT, 1n, 7n, 0n]),
  };
  return { ...place, status: '0x1', type: '0x2', logs: [log] };
}

/**
 * Stores undecided deposits of one block.
 * @returns the worker's turns, with the transactions whose receipts each one reads
 */
async function createTurns(deposits: number, answer: () => unknown) {
  await rememberChain(database, { chainId: origin.id, genesisHash: idOf(0), depositContract: origin.depositContract });
  const { hash: blockHash } = memoryBlock(BLOCK);
  const stored = Array.from({ length: deposits }, (_, index) => ({
    ...{ id: depositId(index + 1), chainId: origin.id, contract: origin.depositContract },
    ...{ transactionHash: idOf(index + 1) },
    ...{ ordinal: 0, blockNumber: BigInt(BLOCK), blockHash, blockTime: now, logIndex: index, funded: true },
    ...{ depositor: origin.hotWallet, token: zeroAddress, maker: origin.vault },
    ...{ target: origin.hotWallet, amount: AMOUNT, destination: 1n, channel: 7n },
  })) as Parameters<typeof insertDeposits>[1];
  await database.transaction(async (transaction) => {
    await insertDeposits(transaction, stored, now);
    await insertTransfers(
      transaction,
      stored.map(({ id, amount }) => ({ id, amount, originChainName: origin.name })),
    );
  });
  let head = BLOCK;
  let asked: Hash[] = [];
  const client = createScriptedClient<readonly [Hash]>(origin, ({ method, params: [subject] }) => {
    if (method === 'eth_getBlockByNumber') return memoryBlock(subject.startsWith('0x') ? Number(subject) : head);
    if (method !== 'eth_getTransactionReceipt') throw new Error(`no ${method}`);
    asked.push(subject);
    return answer();
  });
  const logger = createLogger('silent');
  const context = {
    ...{ catalog, database, logger, clock: { now: () => now }, clients: new Map([[origin.id, client]]) },
    signer: createDevelopmentSigner(`0x${'11'.repeat(32)}`, { catalog, logger }),
    reportStep: async () => {},
  };
  return async (newHead: number) => {
    [head, asked] = [newHead, []];
    await acceptDeposits(context, client);
    return asked;
  };
}

test('a deposit that needs more confirmations is looked at again at each new block, not only after a poll', async () => {
  const takeTurn = await createTurns(1, () => null);
  expect(await takeTurn(BLOCK + 1)).toEqual([]);
  expect(await takeTurn(BLOCK + 2)).toEqual([]);
  // Four confirmations.
  expect(await takeTurn(BLOCK + 3)).toEqual([idOf(1)]);
  // The chain now lacks its transaction, so it waits.
  expect(await takeTurn(BLOCK + 3)).toEqual([]);
});

test('an overload delays the deposits of a block only until the next turn', async () => {
  let isOverloaded = true;
  const takeTurn = await createTurns(3, () => {
    if (isOverloaded) throw new RpcOverloaded('too many calls', { isOwnLimit: false });
    return null;
  });
  const all = [1, 2, 3].map(idOf);
  expect((await takeTurn(BLOCK + 5)).sort()).toEqual(all);
  isOverloaded = false;
  expect((await takeTurn(BLOCK + 5)).sort()).toEqual(all);
  expect(await takeTurn(BLOCK + 5)).toEqual([]);
});

test('a deposit that moved to another block is decided only after the watcher has stored that block', async () => {
  let block = BLOCK + 1;
  const takeTurn = await createTurns(1, () => receiptIn(block));
  const readStates = () => database.query('select state from transfers');
  expect(await takeTurn(BLOCK + 5)).toEqual([idOf(1)]);
  expect(await readStates()).toEqual([{ state: 'seen' }]);
  block = BLOCK;
  await database.query('update transfers set retry_at = null');
  expect(await takeTurn(BLOCK + 5)).toEqual([idOf(1)]);
  // Its destination is unknown.
  expect(await readStates()).toEqual([{ state: 'rejected' }]);
});
