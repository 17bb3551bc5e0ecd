import type { Address, Hash, PrivateKeyAccount } from 'viem';
import { isAddress } from 'viem';
import { paidEvent } from '#shared/abi/vaultAbi.ts';
import type { Database } from '../../../service/db/database.ts';
import type { TransferState } from '../../../service/deposits/model/transfer.ts';
import { readTransfers } from '../../../service/deposits/readTransfers.ts';
import type { RecordedChange } from '../../../service/deposits/transferEvents.ts';
import { readChanges } from '../../../service/deposits/transferEvents.ts';
import type { Transfer } from '../../../service/deposits/transfers.ts';
import type { BridgeSide, DepositOrder, TestBridge } from '../chains/testBridge.ts';
import { waitUntil } from '../processes/waitUntil.ts';
import type { AnswerBody, TestService } from './testService.ts';

export type Payment = { readonly hash: Hash; readonly amount: bigint };

/** By default 50 USDC from a new user to the same account. */
export type TransferOrder = Partial<DepositOrder> & { readonly user?: PrivateKeyAccount };

/** A test's deposit, and what became of it. */
export type TestTransfer = {
  /** The hash of the deposit's transaction. */
  readonly hash: Hash;
  readonly user: PrivateKeyAccount;
  /** Its only transfer in the database; null while none is stored. */
  stored(): Promise<Transfer | null>;
  id(): Promise<Hash>;
  /** Waits until the transfer has this state in the database. */
  until(state: TransferState): Promise<void>;
  /** The stored state changes, oldest first. */
  events(): Promise<readonly RecordedChange[]>;
  /** The answer about the deposit from the service that started last. */
  receipt(): Promise<AnswerBody>;
  /** Waits until the receipt has this code, or a message that matches. */
  untilReceipt(wanted: number | RegExp): Promise<AnswerBody>;
  /** Waits for the receipt of a delivery. @returns the payout that it names */
  delivered(): Promise<Payment>;
  /** What the destination chain's first vault has paid to the recipient, including for other deposits. */
  payouts(): Promise<readonly Payment[]>;
  /** What the origin chain's first vault has paid to the user, including for other deposits. */
  refunds(): Promise<readonly Payment[]>;
};

export async function readPayments({ chain, deployment }: BridgeSide, to: Address): Promise<Payment[]> {
  const logs = await chain.client.getLogs({
    address: deployment.vault,
    event: paidEvent,
    args: { to },
    fromBlock: 0n,
    strict: true,
  });
  return logs.map(({ transactionHash, args }) => ({ hash: transactionHash, amount: args.amount }));
}

export type TransferSource = {
  readonly bridge: TestBridge;
  readonly database: Database;
  readonly newestService: () => TestService;
};

/** Deposits on the origin chain. */
export async function createTestTransfer(
  { bridge, database, newestService }: TransferSource,
  { user: depositor, ...changes }: TransferOrder,
): Promise<TestTransfer> {
  const user = depositor ?? (await bridge.createUser());
  const { target = user.address, ...order } = { token: 'USDC', amount: 50_000_000n, ...changes } as const;
  const hash = await bridge.deposit(user, { ...order, target });
  const recipient = isAddress(target) ? target : user.address;

  const stored = async (): Promise<Transfer | null> => {
    const [found = null, ...others] = await readTransfers(database, { hash });
    if (others.length > 0) throw new Error(`${hash} belongs to several transfers`);
    return found;
  };
  const id = async () => {
    const transfer = await stored();
    if (!transfer) throw new Error(`${hash} belongs to no transfer`);
    return transfer.id;
  };
  const untilReceipt = (wanted: number | RegExp) => newestService().waitForReceipt(hash, wanted);
  return {
    hash,
    user,
    stored,
    id,
    until: async (wanted) => {
      let last: TransferState | null = null;
      const look = async () => {
        last = (await stored())?.state ?? null;
        return last === wanted;
      };
      await waitUntil(look, { timeoutMs: 120_000 }).catch((cause: unknown) => {
        throw new Error(`the transfer of ${hash} did not become ${wanted}. Its last state: ${last}`, { cause });
      });
    },
    events: async () => readChanges(database, await id()),
    receipt: () => newestService().receipt(hash),
    untilReceipt,
    delivered: async () => {
      const { data } = await untilReceipt(0);
      return { hash: data.to_chain_hash, amount: BigInt(data.user_receive_value.raw_value) };
    },
    payouts: () => readPayments(bridge.destination, recipient),
    refunds: () => readPayments(bridge.origin, user.address),
  };
}
