import type { Address, Hash } from 'viem';
import { parseAddress } from '#shared/address.ts';
import type { ChainConfig } from '#shared/config/runtimeConfig.ts';
import { parseHash } from '#shared/hash.ts';
import { parseUrl } from '#shared/parseUrl.ts';

const LINK = /^(?:https?:\/\/)?[a-z0-9.-]+(?::[0-9]+)?\//i;

const withScheme = (text: string) => (/^https?:\/\//i.test(text) ? text : `https://${text}`);

const hostOf = ({ host }: URL) => host.replace(/^www\./, '');

/** The length of the explorer's path if the link is below it; otherwise null. Several explorers can share a host. */
function depthIn(explorerUrl: string | undefined, link: URL): number | null {
  const explorer = explorerUrl === undefined ? null : parseUrl(explorerUrl);
  if (!explorer || hostOf(explorer) !== hostOf(link)) return null;
  const path = explorer.pathname.replace(/\/*$/, '/');
  return link.pathname.startsWith(path) ? path.length : null;
}

/** The chain named by a link to this app's receipts page. */
function chainInQuery(link: URL, chains: readonly ChainConfig[]): number | null {
  if (!link.pathname.startsWith('/receipts/')) return null;
  const named = link.searchParams.get('origin');
  return chains.find(({ id }) => `${id}` === named)?.id ?? null;
}

/**
 * The configured chain whose block explorer has the linked page.
 * @returns null for a text that is not a link; a null chain for a link to another site
 */
function chainOfLink(text: string, chains: readonly ChainConfig[]): { readonly chainId: number | null } | null {
  const link = LINK.test(text) ? parseUrl(withScheme(text)) : null;
  if (!link) return null;
  let best: { readonly id: number; readonly depth: number } | null = null;
  for (const { id, explorerUrl } of chains) {
    const depth = depthIn(explorerUrl, link);
    if (depth !== null && depth > (best?.depth ?? 0)) best = { id, depth };
  }
  return { chainId: best?.id ?? chainInQuery(link, chains) };
}

/** Something to look up. The chain is known only from a link. */
export type DeskItem =
  | { readonly kind: 'hash'; readonly hash: Hash; readonly chainId: number | null }
  | { readonly kind: 'address'; readonly address: Address; readonly chainId: number | null };

/** What a pasted text contains. Everything that looks like a hash or an address is listed or counted. */
export type Paste = {
  /** In the order of the text, without repeats. */
  readonly items: readonly DeskItem[];
  /** How many repeated items were skipped. */
  readonly repeated: number;
  /** What looks like a broken or shortened hash or address, without repeats, each cut to 80 characters. */
  readonly notUnderstood: readonly string[];
  /** How many items exceed the limit. */
  readonly leftOut: number;
  /** How many characters exceed the limit and were not read. */
  readonly unread: number;
};

/** The most that a page can show and look up at once. */
export const MAX_ITEMS = 1_000;
/** A thousand lines of an explorer's CSV file are about 400 000 characters. */
export const MAX_CHARACTERS = 1_000_000;
const MAX_PIECE = 80;

const INVISIBLE = /[\u00ad\u200b-\u200f\u2060-\u2069\ufeff]/g;
const SEPARATORS = /[\s,;"'`<>()[\]{}|]+/;
// Each dot matches in only one way. Otherwise a row of dots would take exponential time.
const WORD = /[0-9a-z]+(?:(?:…|\.\.)[….]*[0-9a-z]+)*(?:(?:…|\.\.)[….]*)?/gi;
// A shorter run of hex digits without 0x can be a word or an id.
const LONG_RUN = /[0-9a-f]{33}/i;

/** Hex digits, with an ellipsis where a page cut them. */
const SHORTENED = /^[0-9a-f][0-9a-f….]*$/i;

type Found = { readonly items: readonly DeskItem[]; readonly broken: readonly string[] };
type Read = { readonly kind: 'broken' } | { readonly kind: 'nothing' } | DeskItem;

function isBroken(word: string): boolean {
  const digits = word.replace(/^0x/i, '');
  if (digits.length < word.length) return SHORTENED.test(digits) || LONG_RUN.test(digits);
  return LONG_RUN.test(word);
}

// Decimal digits alone are an amount of wei or a time in nanoseconds.
function readWord(word: string, chainId: number | null): Read {
  const hasPrefix = /^0x/i.test(word);
  if (!hasPrefix && /^[0-9]*$/.test(word)) return { kind: 'nothing' };
  const prefixed = hasPrefix ? word : `0x${word}`;
  const hash = parseHash(prefixed.replace(/^0X/, '0x'));
  if (hash) return { kind: 'hash', hash, chainId };
  const address = parseAddress(prefixed);
  if (address) return { kind: 'address', address, chainId };
  return { kind: isBroken(word) ? 'broken' : 'nothing' };
}

/** Splits at separators, and before each 0x: two hashes can be pasted without a separator. */
function wordsOf(chunk: string): readonly string[] {
  return Array.from(chunk.matchAll(WORD), ([word]) => word.split(/(?=0x)/i)).flat();
}

function readChunk(chunk: string, chains: readonly ChainConfig[]): Found {
  const link = chainOfLink(chunk, chains);
  const words = wordsOf(chunk).map((word) => ({ word, read: readWord(word, link?.chainId ?? null) }));
  return {
    items: words.map(({ read }) => read).filter((read) => read.kind === 'hash' || read.kind === 'address'),
    broken: words.filter(({ read }) => read.kind === 'broken').map(({ word }) => word),
  };
}

const keyOf = (item: DeskItem) => (item.kind === 'hash' ? item.hash : item.address);

/** Reads hashes, addresses and explorer links from any text: a message, a chat log, or the column of a table. */
export function readPaste(text: string, chains: readonly ChainConfig[]): Paste {
  const items = new Map<string, DeskItem>();
  const leftOut = new Set<string>();
  const broken = new Set<string>();
  let repeated = 0;
  const add = (item: DeskItem) => {
    const key = keyOf(item);
    const known = items.get(key);
    if (known) repeated += 1;
    if (known?.chainId === null && item.chainId !== null) items.set(key, item);
    if (!known && items.size < MAX_ITEMS) items.set(key, item);
    else if (!known) leftOut.add(key);
  };
  const chunks = text.slice(0, MAX_CHARACTERS).replace(INVISIBLE, '').split(SEPARATORS);
  for (const chunk of chunks.flatMap((one) => one.split(/(?=https?:\/\/)/i))) {
    const found = readChunk(chunk, chains);
    found.items.forEach(add);
    for (const piece of found.broken) broken.add(piece.length > MAX_PIECE ? `${piece.slice(0, MAX_PIECE)}…` : piece);
  }
  return {
    items: [...items.values()],
    repeated,
    notUnderstood: [...broken],
    leftOut: leftOut.size,
    unread: Math.max(0, text.length - MAX_CHARACTERS),
  };
}
