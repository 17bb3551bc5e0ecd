import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bundleClient } from '../tools/client/bundleClient.ts';

const MAX_BYTES = 10_000;

test('the client has at most 10 kB, minified and compressed, with everything except viem and its hash function', async () => {
  const { code } = await bundleClient({ minify: true });
  const { length } = brotliCompressSync(code);
  console.log(`The client has ${length} bytes brotli.`);
  expect(length).toBeGreaterThan(3_000);
  expect(length).toBeLessThanOrEqual(MAX_BYTES);
  expect(code).not.toContain(fileURLToPath(new URL('..', import.meta.url)));
  const imported = Array.from(code.matchAll(/from"([^"]+)"/g), ([, name]) => name);
  expect([...new Set(imported)].sort()).toEqual(['@noble/hashes/sha3', 'viem']);
});
