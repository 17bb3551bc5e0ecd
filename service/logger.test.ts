import { createPublicClient, http } from 'viem';
import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';

function logged(fields: object): string {
  const lines: string[] = [];
  createLogger('info', { write: (line) => lines.push(line) }).info(fields, 'x');
  return lines.join();
}

test('a log line never carries the address of an RPC or of a database, whose path can be a key', async () => {
  const client = createPublicClient({ transport: http('http://127.0.0.1:9/v2/secret-key', { retryCount: 0 }) });
  const error = await client.getChainId().catch((failure: unknown) => failure);
  const line = logged({ err: error });
  expect(line).not.toContain('secret-key');
  expect(line).toContain('"message"');
  expect(logged({ err: new Error('cannot reach postgresql://u:secret-key@h/db now') })).not.toContain('secret-key');
});

test('a log line never carries a key or signed bytes', () => {
  expect(logged({ makerKey: '0xsecret', attempt: { raw: '0xsecret' } })).not.toContain('secret');
});
