import type { Address, Hash, Hex } from 'viem';
import { getAddress, toEventSelector } from 'viem';
import { paidEvent, vaultAbi } from '#shared/abi/vaultAbi.ts';
import { isNativeToken, isSameAddress } from '#shared/address.ts';
import { vaultsOf } from '../boot/model/catalog.ts';
import type { Payment } from '../payments/model/payment.ts';
import { amountsOf } from '../payments/model/payment.ts';
import type { ChainClient } from './chainClient.ts';
import { contradiction } from './chainClient.ts';
import type { BlockRange } from './model/blockRange.ts';
import { decodeLog } from './model/decodeLog.ts';
import { isRangeRefusal } from './rpc/refusals.ts';

/**
 * Reads a range of blocks, halving it if the endpoints refuse its size.
 * @throws every other read error
 */
export async function readInHalves<T>(
  range: BlockRange,
  read: (part: BlockRange) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  try {
    return await read(range);
  } catch (error) {
    if (range.from >= range.to || !isRangeRefusal(error)) throw error;
    const middle = (range.from + range.to) / 2n;
    const first = await readInHalves({ from: range.from, to: middle }, read);
    return [...first, ...(await readInHalves({ from: middle + 1n, to: range.to }, read))];
  }
}

/** @throws InconsistentRpc if a log is outside the requested blocks */
export function refuseOutside(
  client: ChainClient,
  logs: readonly { readonly blockNumber: bigint }[],
  { from, to }: BlockRange,
): void {
  if (logs.some(({ blockNumber }) => blockNumber < from || blockNumber > to)) {
    throw contradiction(client, 'a log outside of the requested blocks');
  }
}

/** A payment as in the vault's event. */
type PaidEvent = {
  readonly blockNumber: bigint;
  readonly blockHash: Hash;
  /** The id of the deposit it pays. */
  readonly id: Hash;
  readonly token: Address;
  readonly amount: bigint;
};

/**
 * Reads the payments of a chain's vaults, including retired ones, in a range of blocks, halving it if the endpoint
 * refuses its size.
 * @throws InconsistentRpc if a log is outside the range
 */
export function readPaidEvents(client: ChainClient, range: BlockRange): Promise<readonly PaidEvent[]> {
  const { chain, reader } = client;
  const filter = { address: [...vaultsOf(chain)], event: paidEvent };
  return readInHalves(range, async ({ from, to }) => {
    const logs = await reader.getLogs({ ...filter, fromBlock: from, toBlock: to, strict: true });
    refuseOutside(client, logs, { from, to });
    return logs.map(({ blockNumber, blockHash, args: { id, token, amount } }) => ({
      ...{ blockNumber, blockHash, id, token, amount },
    }));
  });
}

/** Reads whether any vault of the chain, even a retired one, has paid an id. As of the newest block by default. */
export async function isPaid({ chain, reader }: ChainClient, id: Hash, blockNumber?: bigint): Promise<boolean> {
  const answers = await Promise.all(
    vaultsOf(chain).map((address) =>
      reader.readContract({
        ...{ address, abi: vaultAbi, functionName: 'isPaid', args: [id] },
        ...(blockNumber !== undefined && { blockNumber }),
      }),
    ),
  );
  return answers.includes(true);
}

/**
 * Reads which of these ids any vault of the chain, even a retired one, has paid as of a block: one call per vault.
 * @throws InconsistentRpc if a vault's answer isn't about these ids
 */
export async function readPaidIds(
  client: ChainClient,
  ids: readonly Hash[],
  blockNumber: bigint,
): Promise<ReadonlySet<Hash>> {
  const { chain, reader } = client;
  const answers = await Promise.all(
    vaultsOf(chain).map((address) =>
      reader.readContract({ address, abi: vaultAbi, functionName: 'arePaid', args: [ids], blockNumber }),
    ),
  );
  const odd = answers.find(({ length }) => length !== ids.length);
  if (odd) throw contradiction(client, `an answer about ${odd.length} payments instead of ${ids.length}`);
  return new Set(ids.filter((_id, index) => answers.some((paid) => paid[index])));
}

type Log = { readonly address: Address; readonly topics: readonly Hex[]; readonly data: Hex };

const PAID_TOPIC = toEventSelector(paidEvent);

/**
 * Whether the logs contain a vault's events for exactly this payment. Only the chain's hot wallets can make a vault pay.
 */
export function provesPayment({ chain }: ChainClient, payment: Payment, logs: readonly Log[]): boolean {
  const vaults = vaultsOf(chain);
  const isShown = (due: { readonly token: Address; readonly amount: bigint }) =>
    logs.some((log) => {
      const [topic, , id] = log.topics;
      // A batch has a log for each payment, so only the one with the id is decoded.
      if (topic !== PAID_TOPIC || id !== payment.id) return false;
      if (!vaults.some((vault) => isSameAddress(log.address, vault))) return false;
      const args = decodeLog(paidEvent, log);
      return (
        args.id === payment.id &&
        isSameAddress(args.token, due.token) &&
        isSameAddress(args.to, payment.to) &&
        args.amount === due.amount
      );
    });
  return amountsOf(payment).every(isShown);
}

/** The ids that one of the chain's vaults paid, according to these logs. */
export function findPaidIds({ chain }: ChainClient, logs: readonly Log[]): readonly Hash[] {
  const vaults = vaultsOf(chain);
  return logs.flatMap((log) => {
    if (!vaults.some((vault) => isSameAddress(log.address, vault)) || log.topics[0] !== PAID_TOPIC) return [];
    return [decodeLog(paidEvent, log).id];
  });
}

/** A payment found in the chain's logs. */
export type FoundPayment = {
  readonly transactionHash: Hash;
  readonly blockNumber: bigint;
  readonly token: Address;
  readonly to: Address;
  readonly amount: bigint;
  readonly gasDrop: bigint;
};

/** Whether a found payment has the due token and recipient, and exactly the due gas drop. Its amount may differ. */
export function isPaymentOf(found: FoundPayment, due: Payment): boolean {
  return found.token === due.token && found.to === due.to && found.gasDrop === due.gasDrop;
}

/**
 * Searches for a payment by any vault of the chain with the id of a due one, from the newest block back to the start
 * block. A vault pays an id in one transaction.
 */
export async function findPayment(
  { chain, reader }: ChainClient,
  { id, token, to }: Payment,
): Promise<FoundPayment | null> {
  const step = BigInt(chain.blockRange);
  for (let last = await reader.getBlockNumber(); last >= chain.startBlock; last -= step) {
    const from = last - step + 1n > chain.startBlock ? last - step + 1n : chain.startBlock;
    const logs = await reader.getLogs({
      address: [...vaultsOf(chain)],
      event: paidEvent,
      args: { id },
      fromBlock: from,
      toBlock: last,
      strict: true,
    });
    const own = logs.find(({ args }) => args.token === token) ?? logs[0];
    if (own) {
      const { transactionHash, blockNumber, args } = own;
      const others = logs.filter((log) => log !== own && log.args.to === to && isNativeToken(log.args.token));
      const gasDrop = others.reduce((sum, { args: { amount } }) => sum + amount, 0n);
      return { transactionHash, blockNumber, token: args.token, to: args.to, amount: args.amount, gasDrop };
    }
  }
  return null;
}

/**
 * Finds a vault of the chain, even a retired one, that has paid since the start block. It searches the newest blocks
 * first.
 */
export async function findPaidVault({ chain, reader }: ChainClient): Promise<Address | null> {
  const step = BigInt(chain.blockRange);
  for (let toBlock = await reader.getBlockNumber(); toBlock >= chain.startBlock; toBlock -= step) {
    const fromBlock = toBlock - step + 1n > chain.startBlock ? toBlock - step + 1n : chain.startBlock;
    const filter = { address: [...vaultsOf(chain)], event: paidEvent };
    const [log] = await reader.getLogs({ ...filter, fromBlock, toBlock, strict: true });
    if (log) return getAddress(log.address);
  }
  return null;
}
