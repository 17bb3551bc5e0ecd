import { expect, test } from 'vitest';
import { createProxyCheck } from './connections.ts';

const isProxy = createProxyCheck(['127.0.0.1', '10.0.0.0/8', '2001:db8::/32']);

test.each([
  ['127.0.0.1', true],
  // An IPv6 socket reports IPv4 addresses in this form.
  ['::ffff:127.0.0.1', true],
  ['::ffff:10.9.8.7', true],
  ['10.255.0.1', true],
  ['2001:db8:1::1', true],
  ['127.0.0.2', false],
  ['11.0.0.1', false],
  ['2001:db9::1', false],
  ['', false],
  ['unknown', false],
  ['10.0.0', false],
  ['fe80::1%eth0', false],
])('%s: %s, also when asked again', (address, expected) => {
  expect([isProxy(address), isProxy(address)]).toEqual([expected, expected]);
});

test('remembers the right answer for each of many addresses', () => {
  for (let round = 0; round < 2; round += 1) {
    for (let number = 0; number < 3000; number += 1) {
      const last = `${number >> 8}.${number & 255}`;
      expect(isProxy(`10.0.${last}`)).toBe(true);
      expect(isProxy(`192.0.${last}`)).toBe(false);
    }
  }
});
