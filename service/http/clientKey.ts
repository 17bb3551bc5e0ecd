import { isIP } from 'node:net';

// A trusted proxy can forward any text, so the key's length is limited.
const MAX_KEY_LENGTH = 64;

/** The eight groups of an IPv6 address, as the URL standard writes them. */
function readGroups(ip: string): readonly string[] {
  const { hostname } = new URL(`http://[${ip}]`);
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const [left, right] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':')));
  if (!left || !right) return [];
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
}

/** The key of a client: an IPv4 address or a /64 IPv6 network, the smallest that a provider gives a customer (RFC 6177). */
export function clientKey(ip: string): string {
  const [address = ''] = ip.split('%');
  if (isIP(address) !== 6) return ip.slice(0, MAX_KEY_LENGTH);
  const groups = readGroups(address);
  const isMapped = groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff';
  if (!isMapped) return `${groups.slice(0, 4).join(':')}::/64`;
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
