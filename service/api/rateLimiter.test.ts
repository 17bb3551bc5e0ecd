import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clientKey } from './connections.ts';
import { createRateLimiter } from './rateLimiter.ts';

describe('the key of a client', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:207', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['nonsense', 'nonsense'],
  ])('at %s is %s', (ip, key) => {
    expect(clientKey(ip)).toBe(key);
  });

  test('is the same for all addresses of an IPv6 network', () => {
    fc.assert(
      fc.property(fc.ipV6(), (ip) => {
        const key = clientKey(ip);
        expect(key).toMatch(/^(?:[\da-f]{1,4}(?::[\da-f]{1,4}){3}::\/64|\d+\.\d+\.\d+\.\d+)$/);
        if (key.endsWith('::/64')) expect(clientKey(key.replace('::/64', ':9:9:9:9'))).toBe(key);
      }),
    );
  });

  test('has a limited length for any text', () => {
    fc.assert(fc.property(fc.string(), (ip) => clientKey(ip).length <= 64));
    expect(clientKey('x'.repeat(10_000))).toHaveLength(64);
  });
});

describe('a rate limiter', () => {
  test('counts each client separately, and returns the time to wait', () => {
    const limiter = createRateLimiter({ perSecond: 2, burst: 2 });
    expect(['a', 'a', 'a', 'b'].map((ip) => limiter(ip, 1000))).toEqual([0, 0, 500, 0]);
    expect(limiter('a', 1400)).toBeCloseTo(100);
    expect(limiter('a', 1500)).toBe(0);
  });

  test('forgets the client that was idle longest when there are too many', () => {
    const limiter = createRateLimiter({ perSecond: 1, burst: 1 }, 3);
    expect(['a', 'b', 'c', 'd'].map((ip) => limiter(ip, 1000))).toEqual([0, 0, 0, 0]);
    expect(['b', 'c', 'd'].map((ip) => limiter(ip, 1000))).toEqual([1000, 1000, 1000]);
    expect(limiter('a', 1000)).toBe(0);
  });
});
