import { BlockList, isIP, isIPv6 } from 'node:net';

// The clients behind a proxy are asked for too, so the memory has a limit.
const MAX_REMEMBERED = 1000;

function createList(proxies: readonly string[]): BlockList {
  const list = new BlockList();
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/**
 * Makes a function that says whether an address is one of the trusted proxies. It remembers its last answers: reading an address
 * takes longer than the rest of the check. Any text that is no address is no proxy.
 * @param proxies addresses and networks
 */
export function createProxyCheck(proxies: readonly string[]): (address: string) => boolean {
  const list = createList(proxies);
  const answers = new Map<string, boolean>();
  return (address) => {
    const known = answers.get(address);
    if (known !== undefined) return known;
    const family = isIP(address);
    const isProxy = family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4');
    if (answers.size >= MAX_REMEMBERED) answers.clear();
    answers.set(address, isProxy);
    return isProxy;
  };
}
