import type { Hash } from 'viem';
import { parseHash } from '#shared/hash.ts';
import { MAX_ITEMS } from './readPaste.ts';

/** A link to this many hashes has 6,500 characters. Messengers cut longer links, so the page does not offer to send them. */
export const MOST_TO_SEND = 150;
const HASH_BYTES = 32;
// A later version of the format gets another name.
const NAME = 'set1';

function toBase64Url(bytes: Uint8Array): string {
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64Url(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return null;
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}

/** The fragment of a link that opens these hashes: 43 kB for the largest set. Browsers do not send the fragment to a server. */
export function setFragment(hashes: readonly Hash[]): string {
  const bytes = new Uint8Array(hashes.length * HASH_BYTES);
  for (const [index, hash] of hashes.entries()) {
    for (let at = 0; at < HASH_BYTES; at++) {
      bytes[index * HASH_BYTES + at] = Number.parseInt(hash.slice(2 + 2 * at, 4 + 2 * at), 16);
    }
  }
  return `#${NAME}=${toBase64Url(bytes)}`;
}

/** @returns the hashes without repeats, or null for any other fragment */
export function readSetFragment(fragment: string): readonly Hash[] | null {
  const [name, text = ''] = fragment.replace(/^#/, '').split('=');
  // Four characters hold three bytes, so a longer text has too many hashes.
  if (name !== NAME || text.length > Math.ceil((MAX_ITEMS * HASH_BYTES * 4) / 3)) return null;
  const bytes = fromBase64Url(text);
  if (!bytes || bytes.length === 0 || bytes.length % HASH_BYTES !== 0) return null;
  const hashes = new Set<Hash>();
  for (let at = 0; at < bytes.length; at += HASH_BYTES) {
    const hex = Array.from(bytes.subarray(at, at + HASH_BYTES), (byte) => byte.toString(16).padStart(2, '0')).join('');
    const hash = parseHash(`0x${hex}`);
    if (hash) hashes.add(hash);
  }
  return [...hashes];
}
