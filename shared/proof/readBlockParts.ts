import type { Hash, Hex } from 'viem';
import { keccak256 } from 'viem';
import type { EventLog } from '#shared/events.ts';
import { OP_STACK_DEPOSIT } from './encodeTransaction.ts';
import type { RlpItem } from './rlp.ts';
import { bytesOf, decodeRlp, integerOf, listOf } from './rlp.ts';
import { readTyped } from './typed.ts';

// Reads a proof's bytes. Each function returns null for bytes it doesn't understand.

const HASH_BYTES = 32;
const ADDRESS_BYTES = 20;
const MAX_TOPICS = 4;
// A header has 15 fields, and forks have added up to six.
const [MIN_HEADER_FIELDS, MAX_HEADER_FIELDS] = [15, 24];

export type Header = {
  readonly hash: Hash;
  readonly transactionsRoot: Hash;
  readonly receiptsRoot: Hash;
  readonly number: bigint;
  /** Unix seconds. */
  readonly timestamp: bigint;
};

export function readHeader(bytes: Hex): Header | null {
  const fields = listOf(decodeRlp(bytes));
  if (!fields || fields.length < MIN_HEADER_FIELDS || fields.length > MAX_HEADER_FIELDS) return null;
  const transactionsRoot = bytesOf(fields[4], HASH_BYTES);
  const receiptsRoot = bytesOf(fields[5], HASH_BYTES);
  const number = integerOf(fields[8]);
  const timestamp = integerOf(fields[11]);
  if (!transactionsRoot || !receiptsRoot || number === null || timestamp === null) return null;
  return { hash: keccak256(bytes), transactionsRoot, receiptsRoot, number, timestamp };
}

/** Types whose receipt has Ethereum's fields, and whose transaction names its chain in the first field. */
const TYPES_WITH_CHAIN: ReadonlySet<number> = new Set([1, 2, 3, 4]);
const isKnownType = (type: number) => type === 0 || type === OP_STACK_DEPOSIT || TYPES_WITH_CHAIN.has(type);

export type ProvenTransaction = {
  readonly hash: Hash;
  /** The chain that the sender signed for; null if the type names none. */
  readonly chainId: bigint | null;
};

/** EIP-155: an older transaction's signature names its chain, unless it is from before 2016. */
function legacyChain(fields: readonly RlpItem[]): bigint | null {
  const v = integerOf(fields[6]);
  return v !== null && v >= 35n ? (v - 35n) / 2n : null;
}

export function readTransaction(bytes: Hex): ProvenTransaction | null {
  const read = readTyped(bytes);
  if (!read || !isKnownType(read.type)) return null;
  const hash = keccak256(bytes);
  if (read.type === 0) return { hash, chainId: legacyChain(read.fields) };
  if (read.type === OP_STACK_DEPOSIT) return { hash, chainId: null };
  const chainId = integerOf(read.fields[0]);
  return chainId === null ? null : { hash, chainId };
}

type ProvenReceipt = { readonly isSuccess: boolean; readonly logs: readonly EventLog[] };

function readLog(item: RlpItem): EventLog | null {
  const [address, topicItems, data, ...rest] = listOf(item) ?? [];
  const at = bytesOf(address, ADDRESS_BYTES);
  const bytes = bytesOf(data);
  const topics = listOf(topicItems)?.map((topic) => bytesOf(topic, HASH_BYTES)) ?? null;
  if (!at || bytes === null || !topics || topics.length > MAX_TOPICS || rest.length > 0) return null;
  const known = topics.filter((topic) => topic !== null);
  return known.length === topics.length ? { address: at, topics: known, data: bytes } : null;
}

export function readReceipt(bytes: Hex): ProvenReceipt | null {
  const read = readTyped(bytes);
  if (!read || !isKnownType(read.type)) return null;
  const [status, , , logItems] = read.fields;
  // Only an OP-stack deposit has more fields than these four.
  if (read.fields.length !== 4 && read.type !== OP_STACK_DEPOSIT) return null;
  const logs = listOf(logItems)?.map(readLog) ?? null;
  if (!logs || logs.includes(null)) return null;
  return { isSuccess: status === '0x01', logs: logs.filter((log) => log !== null) };
}
