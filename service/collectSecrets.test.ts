import type { Hex } from 'viem';
import { expect, test } from 'vitest';
import { createSampleCatalog } from '../tools/lab/service/sampleCatalog.ts';
import { createLogger } from './boot/log.ts';
import { collectSecrets } from './start.ts';

const KEY: Hex = `0x${'5e'.repeat(32)}`;

/** Each setting has its own secret. */
const SECRETS = {
  rpcUrls: 'rpc-secret-in-path',
  wsUrls: 'ws-secret-in-query',
  screening: 'screening-secret-in-path',
  'screening, in its query': 'screening-secret-in-query',
  database: 'database-password',
  signer: KEY.slice(2),
} as const;

const secrets = collectSecrets({
  catalog: createSampleCatalog((file) => {
    const [chain] = file.chains;
    Object.assign(chain ?? {}, {
      rpcUrls: [`https://rpc.example/v2/${SECRETS.rpcUrls}`],
      wsUrls: [`wss://rpc.example/?key=${SECRETS.wsUrls}`],
    });
    const query = SECRETS['screening, in its query'];
    const url = `https://screening.example/${SECRETS.screening}?apikey=${query}`;
    file.guards.screening = { url };
  }),
  database: { kind: 'postgresql', url: `postgresql://causeway:${SECRETS.database}@db.example/causeway` },
  signer: { kind: 'key', key: KEY },
});

test.each(Object.entries(SECRETS))('a log line never shows the secret of %s', (_setting, secret) => {
  const lines: string[] = [];
  const write = (line: string) => lines.push(line);
  // Without its URL, as a library quotes it, so that only the list of secrets can hide it.
  createLogger('info', { write }, secrets).info({ detail: `answered: ${secret}` }, 'x');
  expect(lines.join('')).toContain('answered: ');
  expect(lines.join('')).not.toContain(secret);
});

test('a process without these settings hides only the URLs of its chains', () => {
  const catalog = createSampleCatalog();
  const database = { kind: 'embedded', directory: '/data' } as const;
  const urls = catalog.chains.flatMap(({ rpcUrls }) => rpcUrls);
  expect([...collectSecrets({ catalog, database, signer: null })].sort()).toEqual([...urls].sort());
});
