import { expect, test } from 'vitest';
import { createClientUse } from './clientUse.ts';

function useOf(requests: readonly { readonly ip: string; readonly isDisbelieved?: boolean }[]) {
  const use = createClientUse();
  for (const { ip, isDisbelieved = false } of requests) use.note({ ip, isDisbelieved });
  return use.describe();
}

const times = <T>(count: number, value: T) => Array.from({ length: count }, () => value);

test('names a proxy that is missing from api.trustProxy, once there are enough requests', () => {
  const forwarded = { ip: '172.18.0.5', isDisbelieved: true };
  expect(useOf(times(99, forwarded))).toBe(null);
  expect(useOf(times(100, forwarded))).toMatch(
    /^all 100 requests .* 172.18.0.5.*: 100 of them .* is missing from api.trustProxy/,
  );
});

test('notices a proxy that does not forward addresses', () => {
  expect(useOf(times(100, { ip: '127.0.0.1' }))).toMatch(/let it set X-Forwarded-For/);
});

test('two clients do not count as one, but two addresses of one network do', () => {
  const [first, second] = [{ ip: '192.0.2.1' }, { ip: '192.0.2.2' }];
  expect(useOf([...times(100, first), second])).toBe(null);
  const network = [{ ip: '2001:db8::1' }, { ip: '2001:db8::2' }];
  expect(useOf(times(50, network).flat())).toMatch(/one client, 2001:db8:0:0::/);
});
