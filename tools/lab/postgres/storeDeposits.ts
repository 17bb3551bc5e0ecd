import type { Address, Hash } from 'viem';
import type { Database } from '../../../service/db/database.ts';
import { insertDeposits } from '../../../service/deposits/depositRows.ts';
import type { Deposit } from '../../../service/deposits/model/deposit.ts';
import { insertTransfers } from '../../../service/deposits/transfers.ts';

const ADDRESS: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const BLOCK_HASH: Hash = `0x${'cc'.repeat(32)}`;

/** A deposit on chain 1; a test sets only what matters to it. By default it is alone in its transaction. */
export type StoredDeposit = Pick<Deposit, 'id'> & Partial<Deposit>;

type Origin = { readonly originChainName?: string; readonly seenAt?: Date };

/** Stores deposits and their transfers, in the state `seen`. */
export async function storeDeposits(
  database: Database,
  deposits: readonly StoredDeposit[],
  { originChainName = 'One', seenAt = new Date() }: Origin = {},
): Promise<void> {
  const whole = deposits.map((deposit) => ({
    ...{
      chainId: 1,
      contract: ADDRESS,
      transactionHash: deposit.id,
      ordinal: 0,
      blockNumber: 1n,
      blockHash: BLOCK_HASH,
    },
    ...{ blockTime: new Date(0), logIndex: 0, depositor: ADDRESS, token: ADDRESS, maker: ADDRESS, target: 'x' },
    ...{ amount: 10n, destination: 2n, channel: 0n, funded: true },
    ...deposit,
  }));
  await database.transaction(async (transaction) => {
    await insertDeposits(transaction, whole, seenAt);
    const transfers = whole.map(({ id, amount }) => ({ id, amount, originChainName }));
    await insertTransfers(transaction, transfers);
  });
}
