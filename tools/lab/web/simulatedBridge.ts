import type { Address, Hash, Log } from 'viem';
import { createClient, custom, defineChain, encodeFunctionResult, isHex, numberToHex, zeroHash } from 'viem';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import { transferId } from '#shared/transferId.ts';
import type { ChainClient } from '../../../src/chain/chainClients.ts';
import { depositLog, movedLog, paidLog } from './chainLogs.ts';
import { config, terms } from './fixtures.ts';

type Params = readonly unknown[];
/** Replaces an RPC endpoint's answer. Undefined keeps the true answer. */
export type Lie = (chainId: number, method: string, truth: unknown) => { readonly answer: unknown } | undefined;

export type SimulatedTransaction = {
  readonly hash: Hash;
  readonly from: Address;
  readonly nonce: number;
  /** The block that contains it; infinite if it stays pending. */
  readonly block: number;
  /** The block from which the endpoint has it in its pool; infinite if a private relay keeps it. */
  readonly seenFrom?: number;
  readonly isReverted?: boolean;
  readonly logs?: readonly Log[];
};

const vault = config.chains[1]?.vault ?? '0x';

function depositIdOf(transactionHash: Hash): Hash {
  const { origin, deposit } = terms;
  return transferId({ chainId: origin.chainId, contract: deposit.to, transactionHash, ordinal: 0 });
}

export const depositLogs = (hash: Hash): readonly Log[] => [depositLog(terms, hash)];

/** The logs of a deposit's payout. */
export function payoutLogs(hash: Hash, deposit: Hash): readonly Log[] {
  const { recipient: to, destination, receive: amount } = terms;
  const { token } = destination;
  const paid = { contract: vault, id: depositIdOf(deposit), to, token, amount };
  return [paidLog(hash, paid), movedLog(hash, paid)];
}

/** An RPC endpoint of a chain whose blocks follow from a clock. */
function createEndpoint(chainId: number, heightNow: () => number, lie: Lie) {
  const transactions: SimulatedTransaction[] = [];
  const isMined = ({ block }: SimulatedTransaction, at = heightNow()) => block <= at;
  const find = (hash: unknown) => transactions.find((one) => one.hash === hash);
  const toLog = (log: Log, { block }: SimulatedTransaction) => ({
    ...{ ...log, blockNumber: numberToHex(block), blockHash: zeroHash },
    ...{ logIndex: '0x0', transactionIndex: '0x0' },
  });
  const countOf = (from: unknown, counts: (one: SimulatedTransaction) => boolean) => {
    const own = transactions.filter((one) => one.from.toLowerCase() === String(from).toLowerCase() && counts(one));
    return numberToHex(Math.max(7, ...own.map(({ nonce }) => nonce + 1)));
  };

  const methods: Record<string, (params: Params) => unknown> = {
    eth_blockNumber: () => numberToHex(heightNow()),
    eth_getCode: () => '0x',
    eth_getTransactionCount: ([account, block]) => {
      const isBlock = isHex(block);
      const at = isBlock ? Number(block) : heightNow();
      if (at > heightNow()) throw new Error(`no block ${at}`);
      const isKnown = (one: SimulatedTransaction) =>
        isMined(one, at) || (block === 'pending' && (one.seenFrom ?? one.block) <= heightNow());
      return countOf(account, isKnown);
    },
    eth_getTransactionReceipt: ([hash]) => {
      const one = find(hash);
      if (!one || !isMined(one)) return null;
      const logs = (one.logs ?? []).map((log) => toLog(log, one));
      const place = { transactionHash: one.hash, blockNumber: numberToHex(one.block), blockHash: zeroHash };
      return {
        ...place,
        gasUsed: '0x5208',
        from: one.from,
        transactionIndex: '0x0',
        status: one.isReverted ? '0x0' : '0x1',
        logs,
      };
    },
    eth_getTransactionByHash: ([hash]) => {
      const one = find(hash);
      if (!one || (!isMined(one) && (one.seenFrom ?? one.block) > heightNow())) return null;
      const blockNumber = isMined(one) ? numberToHex(one.block) : null;
      return { hash: one.hash, from: one.from, nonce: numberToHex(one.nonce), type: '0x2', blockNumber };
    },
    eth_getBlockByNumber: ([block]) => {
      const number = isHex(block) ? Number(block) : heightNow();
      // Every deposit in `chainLogs` has the timestamp of block 100.
      return { number: numberToHex(number), timestamp: numberToHex(1_800_000_000 + number - 100), transactions: [] };
    },
    eth_getLogs: ([filter]) => {
      const { fromBlock, toBlock, topics } = filter as { fromBlock: string; toBlock: string; topics: unknown[] };
      const [from, to] = [Number(fromBlock), Number(toBlock)];
      const isWanted = (log: Log) => topics.every((topic, index) => topic === null || log.topics[index] === topic);
      return transactions
        .filter((one) => isMined(one) && one.block >= from && one.block <= to)
        .flatMap((one) => (one.logs ?? []).filter(isWanted).map((log) => toLog(log, one)));
    },
    eth_call: ([call]) => {
      const { data } = call as { data: string };
      const id = `0x${data.slice(10)}`;
      const paid = transactions.some((one) => isMined(one) && (one.logs ?? []).some(({ topics }) => topics[2] === id));
      return encodeFunctionResult({ abi: vaultAbi, functionName: 'isPaid', result: paid });
    },
  };

  const calls: string[] = [];
  const request = async ({ method, params }: { method: string; params?: unknown }): Promise<unknown> => {
    calls.push(method);
    const answer = methods[method];
    if (!answer) throw new Error(`${method} is not simulated`);
    const truth = answer(Array.isArray(params) ? params : []);
    const told = lie(chainId, method, truth);
    return told ? told.answer : truth;
  };
  const chain = defineChain({
    ...{ id: chainId, name: 'Simulated', rpcUrls: { default: { http: [] } } },
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  });
  const client: ChainClient = createClient({ chain, transport: custom({ request }, { retryCount: 0 }) });
  return { client, transactions, calls };
}

/** The two chains of the fixtures. A block takes a second on each. */
export function simulateChains(heightNow: () => number, lie: Lie) {
  const origin = createEndpoint(terms.origin.chainId, heightNow, lie);
  const destination = createEndpoint(terms.destination.chainId, heightNow, lie);
  const clientOf = (chainId: number) => (chainId === terms.origin.chainId ? origin : destination).client;
  return { origin, destination, clientOf };
}
