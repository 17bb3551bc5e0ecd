import type { Address, Hash } from 'viem';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { TestDatabases } from '../../lab/postgres/testDatabases.ts';
import { clearDatabase, DATABASE_KINDS, startTestDatabases } from '../../lab/postgres/testDatabases.ts';
import { rememberChain } from './chains.ts';
import type { Database } from './database.ts';
import { insertDeposits } from './deposits.ts';
import { insertTransfers } from './transfers.ts';
import { readUsualSeconds } from './usualSeconds.ts';

// Other work on the same machine must not fail a test.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const ADDRESS: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const hashOf = (number: number): Hash => `0x${number.toString(16).padStart(64, '0')}`;

describe.each(DATABASE_KINDS)('the usual duration of a route (%s)', (kind) => {
  let databases: TestDatabases;
  let database: Database;
  let count = 0;

  beforeEach(async () => {
    databases ??= await startTestDatabases(kind);
    database ??= await databases.open();
    await clearDatabase(database);
    await rememberChain(database, {
      ...{ chainId: 1, genesisHash: hashOf(0), depositContract: ADDRESS, vault: ADDRESS },
    });
  });

  afterAll(() => databases?.stop());

  async function storeTransfer(tokenName: string, state: string, seconds: number): Promise<void> {
    count += 1;
    const id = hashOf(count);
    const deposit = {
      ...{ id, chainId: 1, contract: ADDRESS, transactionHash: id, ordinal: 0, blockNumber: 1n, blockHash: hashOf(9) },
      ...{ blockTime: new Date(1_800_000_000_000), logIndex: 0, depositor: ADDRESS, maker: ADDRESS, token: ADDRESS },
      ...{ target: ADDRESS, amount: 10n, destination: 2n, channel: 0n, funded: true },
    };
    await database.transaction(async (transaction) => {
      await insertDeposits(transaction, [deposit], new Date());
      await insertTransfers(transaction, [{ id, originChainName: 'One', amount: 10n }]);
    });
    await database.query(
      `update transfers set state = $2, token_name = $3, paying_chain_id = 2, reason = 'x', receive_amount = 8,
         recipient = 'x', destination_token = 'x', settled_hash = 'x', settled_amount = 8,
         settled_at = to_timestamp(1800000000 + $4::bigint) where id = $1`,
      [id, state, tokenName, seconds],
    );
  }

  test('is the median from deposit to delivery, for each route', async () => {
    expect(await readUsualSeconds(database)).toEqual(new Map());
    for (const seconds of [10, 3000, 40]) await storeTransfer('USDC', 'delivered', seconds);
    await storeTransfer('ETH', 'delivered', 7);
    expect(await readUsualSeconds(database)).toEqual(
      new Map([
        ['USDC:1:2', 40],
        ['ETH:1:2', 7],
      ]),
    );
  });

  test('counts no refund, and is never negative', async () => {
    await storeTransfer('USDC', 'refunded', 5);
    expect(await readUsualSeconds(database)).toEqual(new Map());
    await storeTransfer('USDC', 'delivered', -30);
    expect(await readUsualSeconds(database)).toEqual(new Map([['USDC:1:2', 0]]));
  });
});
