import { readFile } from 'node:fs/promises';
import { ScreeningUnavailable } from './screeningUnavailable.ts';

const ADDRESS = /^0x[0-9a-f]{40}$/;

/**
 * Reads a file with one address a line, in lower case. A `#` starts a comment.
 * @throws ScreeningUnavailable when the file cannot be read, has another line, or has no address: it may be half written
 */
export async function readScreeningList(path: string): Promise<ReadonlySet<string>> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new ScreeningUnavailable(`the screening list ${path} cannot be read`, { cause: error });
  });
  const addresses = new Set<string>();
  for (const [index, line] of text.split('\n').entries()) {
    const entry = (line.split('#')[0] ?? '').trim().toLowerCase();
    if (entry === '') continue;
    if (!ADDRESS.test(entry)) {
      throw new ScreeningUnavailable(`line ${index + 1} of the screening list ${path} is not an address`);
    }
    addresses.add(entry);
  }
  if (addresses.size === 0) throw new ScreeningUnavailable(`the screening list ${path} has no address`);
  return addresses;
}
