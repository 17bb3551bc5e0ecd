import type { Hex } from 'viem';
import {
  decodeFunctionData,
  encodeEventTopics,
  encodeFunctionResult,
  getAbiItem,
  http,
  numberToHex,
  toFunctionSelector,
} from 'viem';
import { depositAbi } from '#shared/abi/depositAbi.ts';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import type { Deviation, Fault } from './endpoint.ts';

type JsonObject = Readonly<Record<string, unknown>>;

const HEADERS = ['eth_getBlockByNumber', 'eth_getBlockByHash'];
const RECEIPTS = ['eth_getTransactionReceipt', 'eth_getBlockReceipts'];
const STATE = ['eth_call', 'eth_getBalance'];

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isQuantity(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x[0-9a-f]+$/i.test(value);
}

/** Changes a JSON-RPC number, which has no leading zeros. Anything else stays as it is. */
function changeQuantity(value: unknown, change: (number: bigint) => bigint): unknown {
  return isQuantity(value) ? numberToHex(change(BigInt(value))) : value;
}

/** A fault in the answers to some methods. */
export function on(methods: string | readonly string[], deviation: Deviation): Fault {
  return ({ method }) => ([methods].flat().includes(method) ? deviation : undefined);
}

/** All of these faults, in order. */
export function combine(...faults: readonly Fault[]): Fault {
  return (call, place) => faults.flatMap((fault) => fault(call, place) ?? []);
}

/** Changes every header that an endpoint shows. */
function inHeaders(edit: (header: JsonObject) => unknown): Fault {
  return on(HEADERS, { change: (header) => (isObject(header) ? edit(header) : header) });
}

/** Changes every receipt, single or in a block's receipts. */
function inReceipts(edit: (receipt: unknown) => unknown): Fault {
  return on(RECEIPTS, { change: (answer) => (Array.isArray(answer) ? answer.map(edit) : edit(answer)) });
}

/** Shows a newest block that only this endpoint has. */
function inventHead(blocksAhead: bigint): Fault {
  const raise = (number: unknown) => changeQuantity(number, (block) => block + blocksAhead);
  const raiseHeader = (block: unknown) => (isObject(block) ? { ...block, number: raise(block.number) } : block);
  return ({ method, params }) => {
    if (method === 'eth_blockNumber') return { change: raise };
    return method === 'eth_getBlockByNumber' && params[0] === 'latest' ? { change: raiseHeader } : undefined;
  };
}

/** Keeps answering, but knows no block after the current newest one. */
export async function stopAtNewestBlock(rpcUrl: string): Promise<Fault> {
  const head: unknown = await http(rpcUrl)({}).request({ method: 'eth_getBlockByNumber', params: ['latest', false] });
  if (!isObject(head) || !isQuantity(head.number)) throw new Error(`${rpcUrl} has no newest block`);
  const last = BigInt(head.number);
  const isLater = (number: unknown) => isQuantity(number) && BigInt(number) > last;
  const isInLaterBlock = (entry: unknown) => isObject(entry) && isLater(entry.blockNumber);
  return ({ method, params }) => {
    if (method === 'eth_blockNumber') return { result: head.number };
    // A tag means the newest block that the endpoint has. The number or hash of a later block is unknown.
    const shown = method === 'eth_getBlockByNumber' && !isQuantity(params[0]) ? head : null;
    if (HEADERS.includes(method)) {
      return { change: (block) => (isObject(block) && isLater(block.number) ? shown : block) };
    }
    return {
      change: (result) => {
        if (!Array.isArray(result)) return isInLaterBlock(result) ? null : result;
        const known = result.filter((entry) => !isInLaterBlock(entry));
        const isUnknownBlock = method === 'eth_getBlockReceipts' && known.length < result.length;
        return isUnknownBlock ? null : known;
      },
    };
  };
}

export function serveChainId(id: number): Fault {
  return on('eth_chainId', { result: numberToHex(id) });
}

/** Reports for every block that it has no logs. */
export const emptyBlooms = inHeaders((header) => ({ ...header, logsBloom: numberToHex(0n, { size: 256 }) }));

/** Reports different blocks than every endpoint with a different number here. */
export function alterBlocks(gasUsed: number): Fault {
  return inHeaders((header) => ({ ...header, gasUsed: numberToHex(gasUsed) }));
}

const IS_PAID = toFunctionSelector(getAbiItem({ abi: vaultAbi, name: 'isPaid' }));
const ARE_PAID = [getAbiItem({ abi: vaultAbi, name: 'arePaid' })] as const;

/** Claims that every id is paid, or that none is. */
function claimPaid(isPaid: boolean): Fault {
  return ({ method, params: [call] }) => {
    if (method !== 'eth_call' || !isObject(call) || !isQuantity(call.data)) return undefined;
    const { data } = call;
    if (data.startsWith(IS_PAID)) return { result: numberToHex(isPaid ? 1 : 0, { size: 32 }) };
    if (!data.startsWith(toFunctionSelector(ARE_PAID[0]))) return undefined;
    const [ids] = decodeFunctionData({ abi: ARE_PAID, data }).args;
    return { result: encodeFunctionResult({ abi: ARE_PAID, result: ids.map(() => isPaid) }) };
  };
}

/** Quotes gas prices that are too high by this factor. */
function raisePrices(factor: bigint): Fault {
  const raise = (price: unknown) => changeQuantity(price, (wei) => wei * factor);
  // A test chain's base fee can be zero.
  const raiseBaseFee = (fee: unknown) => changeQuantity(fee, (wei) => wei * factor + 10n ** 12n);
  return combine(
    on(['eth_gasPrice', 'eth_maxPriorityFeePerGas'], { change: raise }),
    inHeaders((header) => ({ ...header, baseFeePerGas: raiseBaseFee(header.baseFeePerGas) })),
  );
}

/** Finds no logs, like a node that lags behind. */
export const hideLogs = on('eth_getLogs', {
  change: (logs) => (Array.isArray(logs) && logs.length > 0 ? [] : logs),
});

/** Adds a log that is in no receipt. */
export const forgeLogs = on('eth_getLogs', {
  change: (logs) => {
    if (!Array.isArray(logs) || logs.length === 0) return logs;
    return [...logs, { ...logs[0], transactionHash: `0x${'fe'.repeat(32)}`, logIndex: '0x63' }];
  },
});

/** Has no receipts, like a node that lags behind. */
export const hideReceipts = on(RECEIPTS, { change: () => null });

const [DEPOSIT_TOPIC] = encodeEventTopics({ abi: depositAbi, eventName: 'Deposit' });
const WORD = 64;

function doubleWord(data: string, start: number): string {
  const amount = BigInt(`0x${data.slice(start, start + WORD)}`) * 2n;
  return data.slice(0, start) + amount.toString(16).padStart(WORD, '0') + data.slice(start + WORD);
}

/** Doubles the amounts in receipts of deposits, in the deposit events and the token's events. */
export const forgeReceipts = inReceipts((receipt) => {
  const text = JSON.stringify(receipt);
  if (!text.includes(DEPOSIT_TOPIC)) return receipt;
  return JSON.parse(text, (key, value: unknown) => {
    if (key !== 'data' || typeof value !== 'string') return value;
    if (value.length === 2 + WORD) return doubleWord(value, 2);
    // The amount of a deposit is the second word, after the offset of the recipient.
    return value.length > 2 + 2 * WORD ? doubleWord(value, 2 + WORD) : value;
  });
});

/** Claims that every transaction reverted. */
const revertAll = inReceipts((receipt) => (isObject(receipt) ? { ...receipt, status: '0x0', logs: [] } : receipt));

/** Misses the newest transaction of each account, like a node that lags behind. */
export const lowerNonces = on('eth_getTransactionCount', {
  change: (nonce) => changeQuantity(nonce, (count) => (count > 0n ? count - 1n : count)),
});

/** Refuses calls above this number per second. Every call of a batch counts, and a batch is refused as a whole. */
export function limitCalls(perSecond: number): Fault {
  let second = 0;
  let calls = 0;
  return () => {
    const now = Math.floor(performance.now() / 1000);
    if (now !== second) [second, calls] = [now, 0];
    calls += 1;
    return calls > perSecond ? tooManyCalls : undefined;
  };
}

export const tooManyCalls: Deviation = { status: 429, headers: { 'retry-after': '1' }, body: 'Too many requests' };

/** Refuses answers with more logs, as many providers do above 10,000. */
export function limitLogs(most: number): Fault {
  return on('eth_getLogs', {
    error: { code: -32_005, message: `query returned more than ${most} results` },
    when: (logs) => Array.isArray(logs) && logs.length > most,
  });
}

/** Refuses to read the logs of old blocks. */
export function dropLogsBefore(block: bigint): Fault {
  return ({ method, params: [filter] }) => {
    if (method !== 'eth_getLogs' || !isObject(filter) || !isQuantity(filter.fromBlock)) return undefined;
    return BigInt(filter.fromBlock) < block ? 'drop' : undefined;
  };
}

/** The error of a node that no longer has a block's state. */
export const missingState: Deviation = { error: { code: -32_000, message: 'missing trie node' } };

/** Keeps only the state of the newest blocks. Several endpoints may share this fault. */
export function dropOldState(kept: bigint): Fault {
  let newest = 0n;
  const noteNewest = inHeaders((header) => {
    if (isQuantity(header.number) && BigInt(header.number) > newest) newest = BigInt(header.number);
    return header;
  });
  return combine(noteNewest, ({ method, params: [, block] }) =>
    STATE.includes(method) && isQuantity(block) && BigInt(block) + kept < newest ? missingState : undefined,
  );
}

/** A lie told by one endpoint among honest ones. It must neither cost money nor stop the service. */
export type Lie = { readonly title: string; readonly begin: (rpcUrl: string) => Fault | Promise<Fault> };

const NESTED: unknown = JSON.parse('['.repeat(20) + ']'.repeat(20));

/** Every lie that one endpoint tells in drills, campaigns and tests. Each is about one thing. */
export const LIES: Readonly<Record<string, Lie>> = {
  silent: { title: 'answers nothing', begin: () => () => 'drop' },
  nonsense: { title: 'answers everything with nested lists', begin: () => () => ({ result: NESTED }) },
  'broken-cache': {
    title: "answers each call with the previous call's result, like a broken cache",
    begin: () => {
      let before: unknown = null;
      const change = (result: unknown) => {
        const answer = before;
        before = result;
        return answer;
      };
      return () => ({ change });
    },
  },
  'chain-id': { title: 'claims a different chain id', begin: () => serveChainId(1) },
  head: {
    title: 'claims a head 1000 blocks ahead, so that every deposit looks final',
    begin: () => inventHead(1000n),
  },
  frozen: { title: 'stops at a block and keeps answering', begin: stopAtNewestBlock },
  bloom: { title: 'reports an empty logsBloom in every block', begin: () => emptyBlooms },
  'hidden-logs': { title: 'hides every deposit', begin: () => hideLogs },
  'forged-logs': { title: 'invents deposits in its logs', begin: () => forgeLogs },
  'hidden-receipts': { title: 'has no receipt of any transaction', begin: () => hideReceipts },
  receipts: { title: 'forges the amounts of deposits in receipts', begin: () => forgeReceipts },
  reverted: { title: 'claims that every payment reverted', begin: () => revertAll },
  paid: { title: 'claims that every deposit has been paid', begin: () => claimPaid(true) },
  unpaid: { title: 'claims that no deposit has been paid', begin: () => claimPaid(false) },
  prices: { title: 'claims gas prices a thousand times too high', begin: () => raisePrices(1000n) },
};
