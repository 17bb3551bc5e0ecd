import { createPublicClient, http } from 'viem';
import { expect, test } from 'vitest';
import { createLogger, listSecrets } from './log.ts';

function logged(fields: object): string {
  const lines: string[] = [];
  createLogger('info', { write: (line) => lines.push(line) }).info(fields, 'x');
  return lines.join();
}

test('omits the URLs of RPCs and databases, which can contain a key', async () => {
  const client = createPublicClient({ transport: http('http://127.0.0.1:9/v2/secret-key', { retryCount: 0 }) });
  const error = await client.getChainId().catch((failure: unknown) => failure);
  const line = logged({ err: error });
  expect(line).not.toContain('secret-key');
  expect(line).toContain('"message"');
  expect(logged({ err: new Error('cannot reach postgresql://u:secret-key@h/db now') })).not.toContain('secret-key');
});

test('omits keys and signed bytes in named fields', () => {
  expect(logged({ makerKey: '0xsecret', attempt: { raw: '0xsecret' } })).not.toContain('secret');
});

test('describes every error of an AggregateError, without URLs', () => {
  const errors = [new Error('first https://key@a.example/x'), new Error('second'), 'third http://b.example/key'];
  const line = logged({ err: new Error('all failed', { cause: new AggregateError(errors, 'no way') }) });
  expect(line).not.toMatch(/key|example/);
  for (const word of ['all failed', 'no way', 'first [url]', 'second', 'third [url]']) expect(line).toContain(word);
});

test('describes an error in any field without its properties', () => {
  const error = Object.assign(new Error('no'), {
    url: 'https://a.example/secret',
    headers: { authorization: 'secret' },
  });
  const line = logged({ failure: error, err: error });
  expect(line).not.toContain('secret');
  expect(line.match(/"message":"no"/g)).toHaveLength(2);
});

test('describes an error that is its own cause', () => {
  const error = new Error('round');
  error.cause = error;
  expect(logged({ err: error })).toContain('round');
});

test('redacts signed bytes and tokens in messages', () => {
  const raw = `0x02f8${'ab'.repeat(120)}`;
  const line = logged({
    err: new Error(`sending ${raw} failed; Authorization: Bearer abcdef.123456`),
    deep: [{ raw }],
  });
  expect(line).not.toMatch(/abab|abcdef/);
  const hash = `0x${'cd'.repeat(32)}`;
  expect(logged({ hash })).toContain(hash);
});

test('redacts configured secrets, whole or in part, escaped or not', () => {
  const key = `0x${'12'.repeat(32)}`;
  const urls = [
    'https://rpc.example/v2/path-key-0123456789?apikey=query-key',
    'https://account-key@rpc.example',
    'postgresql://postgres:p%22ss%5Cword@db.internal/causeway',
  ];
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line) => lines.push(line) }, listSecrets([...urls, key]));
  for (const text of [
    ...urls,
    'GET /v2/path-key-0123456789',
    'apikey is query-key',
    'account-key',
    'p"ss\\word',
    key,
  ]) {
    logger.info({ text, list: [text], err: new Error('x', { cause: text }) }, `it was ${text}`);
  }
  const text = lines.join();
  expect(text).not.toMatch(/path-key|query-key|account-key|ss\\*word|ss%5C|1212/);
  logger.info('postgres runs causeway at rpc.example');
  expect(lines.at(-1)).toContain('postgres runs causeway at rpc.example');
});
