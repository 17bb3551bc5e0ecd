import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createClientUse } from './clientUse.ts';

type Request = {
  readonly ip: string;
  readonly from?: 'client' | 'proxy' | 'unknown proxy';
  readonly isProxy?: boolean;
};

function watch(requests: readonly Request[]) {
  const warnings: string[] = [];
  const use = createClientUse((problem) => warnings.push(problem));
  for (const { ip, from = 'proxy', isProxy = false } of requests) {
    use.note({ ip, isProxy, isForwarded: from !== 'client', isThroughProxy: from === 'proxy' });
  }
  return { found: use.describe(), warnings };
}

const times = (count: number, request: Request) => Array.from({ length: count }, () => request);
/** Requests that each come from another client. */
const visitors = (count: number) => Array.from({ length: count }, (_, index) => ({ ip: `192.0.2.${index % 250}` }));

const GATEWAY: Request = { ip: '172.18.0.1', isProxy: true };

test('names a proxy that is missing from api.trustProxy, once there are enough requests, and warns once', () => {
  const forwarded: Request = { ip: '172.18.0.5', from: 'unknown proxy' };
  expect(watch(times(99, forwarded))).toEqual({ found: null, warnings: [] });
  const { found, warnings } = watch(times(300, forwarded));
  expect(found).toMatch(/^all requests count as one client, 172.18.0.5, .* is missing from api.trustProxy$/);
  expect(warnings).toEqual([found]);
});

test('notices a proxy that does not forward addresses, trusted or not', () => {
  expect(watch(times(100, { ip: '172.18.0.5', from: 'client' })).found).toMatch(
    /let it set X-Forwarded-For, and add it/,
  );
  const trusted: Request = { ip: '127.0.0.1', from: 'client', isProxy: true };
  expect(watch([...visitors(100), ...times(100, trusted)]).found).toMatch(/127.0.0.1 .* sends no X-Forwarded-For/);
});

test('notices a gateway between the clients and the proxy, whether it is in api.trustProxy or not', () => {
  expect(watch(times(100, GATEWAY)).found).toMatch(/X-Forwarded-For names it, so the proxy sees a gateway/);
  const { found } = watch(times(100, { ...GATEWAY, isProxy: false }));
  expect(found).toMatch(/172.18.0.1, .* If it is a gateway, .* See docs\/deploying.md#the-addresses-of-clients$/);
  const page = readFileSync(new URL('../../docs/deploying.md', import.meta.url), 'utf8');
  expect(page).toContain('\n### The addresses of clients\n');
});

test('notices a gateway in front of some clients only, also long after the start', () => {
  const some = [...visitors(800), ...times(100, GATEWAY)];
  expect(watch(some).found).toMatch(/the proxy sees a gateway/);
  expect(watch([...visitors(1000), ...times(100, GATEWAY)]).found).toBe(null);
  expect(watch([...visitors(100_000), ...some]).warnings).toEqual([]);
  expect(watch([...visitors(100_000), ...Array.from({ length: 5 }, () => some).flat()]).warnings).toHaveLength(1);
});

test('two clients do not count as one, but two addresses of one network do', () => {
  expect(watch([...times(100, { ip: '192.0.2.1' }), { ip: '192.0.2.2' }]).found).toBe(null);
  const network = [{ ip: '2001:db8::1' }, { ip: '2001:db8::2' }];
  expect(watch([...Array(50)].flatMap(() => network)).found).toMatch(/one client, 2001:db8:0:0::/);
});
