import type { Hash, Hex } from 'viem';
import { keccak256 } from 'viem';
import type { RlpItem } from './rlp.ts';
import { bytesOf, decodeRlp, encodeRlp, listOf, rlpInteger } from './rlp.ts';

// The tries of a block's transactions and receipts: an item's key is the RLP of its index, and its value is the item.
// https://ethereum.org/developers/docs/data-structures-and-encoding/patricia-merkle-trie

/** Hex digits of a key, or of a section of it. */
type Path = string;
type Entry = { readonly path: Path; readonly value: Hex };

const HASH_BYTES = 32;
const BRANCHES = 16;

function pathOf(index: number): Path {
  return encodeRlp(rlpInteger(index)).slice(2);
}

/** The path of a leaf or extension, with its kind and parity in the first digit. */
function compact(path: Path, isLeaf: boolean): Hex {
  const isOdd = path.length % 2 === 1;
  const flag = (isLeaf ? 2 : 0) + (isOdd ? 1 : 0);
  return `0x${flag}${isOdd ? '' : '0'}${path}`;
}

function readCompact(bytes: Hex): { readonly path: Path; readonly isLeaf: boolean } | null {
  const digits = bytes.slice(2);
  const flag = Number.parseInt(digits.charAt(0), 16);
  if (!(flag < 4)) return null;
  const isOdd = flag % 2 === 1;
  if (!isOdd && digits.charAt(1) !== '0') return null;
  return { path: digits.slice(isOdd ? 1 : 2), isLeaf: flag >= 2 };
}

function sharedStart(entries: readonly Entry[]): Path {
  const [first, ...others] = entries.map(({ path }) => path);
  let length = first?.length ?? 0;
  for (const other of others) while (!other.startsWith((first ?? '').slice(0, length))) length -= 1;
  return (first ?? '').slice(0, length);
}

/** A parent refers to a node by its hash, and contains a node of less than 32 bytes directly. */
function referTo(node: RlpItem, nodes: Map<Hash, Hex>): RlpItem {
  const bytes = encodeRlp(node);
  if (bytes.length < 2 + 2 * HASH_BYTES) return node;
  const hash = keccak256(bytes);
  nodes.set(hash, bytes);
  return hash;
}

function cut(entries: readonly Entry[], digits: number): Entry[] {
  return entries.map(({ path, value }) => ({ path: path.slice(digits), value }));
}

function makeNode(entries: readonly Entry[], nodes: Map<Hash, Hex>): RlpItem {
  const [only, second] = entries;
  if (!only) return '0x';
  if (!second) return [compact(only.path, true), only.value];
  const start = sharedStart(entries);
  if (start.length > 0) {
    return [compact(start, false), referTo(makeNode(cut(entries, start.length), nodes), nodes)];
  }
  const children = Array.from({ length: BRANCHES }, (_, digit): RlpItem => {
    const below = entries.filter(({ path }) => path.startsWith(digit.toString(16)));
    return below.length === 0 ? '0x' : referTo(makeNode(cut(below, 1), nodes), nodes);
  });
  // No key is a prefix of another, so a branch has no value.
  return [...children, '0x'];
}

export type Trie = {
  readonly root: Hash;
  /** The nodes from the root to the item at an index. */
  readonly proofOf: (index: number) => readonly Hex[];
};

/**
 * Builds the trie of all of a block's transactions or receipts. Items must be longer than 32 bytes, as these always
 * are.
 */
export function buildTrie(items: readonly Hex[]): Trie {
  const nodes = new Map<Hash, Hex>();
  const root = makeNode(
    items.map((value, index) => ({ path: pathOf(index), value })),
    nodes,
  );
  const bytes = encodeRlp(root);
  const hash = keccak256(bytes);
  nodes.set(hash, bytes);
  return {
    root: hash,
    proofOf: (index) => {
      const found: Hex[] = [];
      walk({ root: hash, index }, (wanted) => {
        const node = nodes.get(wanted) ?? null;
        if (node) found.push(node);
        return node;
      });
      return found;
    },
  };
}

type Place = { readonly root: Hash; readonly index: number };
type Step = { readonly next: Hash; readonly rest: Path } | { readonly value: Hex };

/** One node on the path: the value at its end, or the hash of the next node. */
function step(node: readonly RlpItem[], path: Path): Step | null {
  if (node.length === BRANCHES + 1) {
    const next = path === '' ? null : bytesOf(node[Number.parseInt(path.charAt(0), 16)], HASH_BYTES);
    return next && { next, rest: path.slice(1) };
  }
  const [bytes, end] = [bytesOf(node[0]), bytesOf(node[1])];
  const part = node.length === 2 && bytes !== null ? readCompact(bytes) : null;
  if (!part || end === null) return null;
  if (part.isLeaf) return part.path === path ? { value: end } : null;
  const next = part.path !== '' && path.startsWith(part.path) ? bytesOf(end, HASH_BYTES) : null;
  return next && { next, rest: path.slice(part.path.length) };
}

function walk({ root, index }: Place, nodeOf: (hash: Hash) => Hex | null): Hex | null {
  let at: { readonly next: Hash; readonly rest: Path } = { next: root, rest: pathOf(index) };
  for (;;) {
    const bytes = nodeOf(at.next);
    const node = bytes === null ? null : listOf(decodeRlp(bytes));
    const found = node && step(node, at.rest);
    if (!found) return null;
    if ('value' in found) return found.value;
    at = found;
  }
}

/**
 * Follows a proof from the root to the item at an index. Each node must have the hash that the previous one names, and
 * no node may be left over.
 * @returns the item, or null if the proof doesn't lead to one
 */
export function readTrieProof(place: Place, nodes: readonly Hex[]): Hex | null {
  let used = 0;
  const value = walk(place, (hash) => {
    const node = nodes[used];
    used += 1;
    return node !== undefined && keccak256(node) === hash ? node : null;
  });
  return used === nodes.length ? value : null;
}
