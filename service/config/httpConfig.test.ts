import { describe, expect, test } from 'vitest';
import { listConfigProblems, readExampleFile } from '../../lab/service/sampleCatalog.ts';

function problemsWith(settings: object): string {
  const file = readExampleFile();
  return listConfigProblems({ ...file, http: { ...file.http, ...settings } }).join('\n');
}

describe('the configuration of the public port', () => {
  test('may name the proxies in front by address and by network', () => {
    expect(problemsWith({ trustProxy: ['192.0.2.1', '10.0.0.0/8', 'fd00::/8'] })).toBe('');
    expect(problemsWith({ trustProxy: false })).toBe('');
  });

  test.each([
    [{ trustProxy: true }, /http\.trustProxy: must be false, or a list of the addresses or networks/],
    [{ trustProxy: [] }, /http\.trustProxy/],
    [{ trustProxy: ['10.0.0.0/33'] }, /http\.trustProxy\.0: must be an IP address or a network/],
    [{ trustProxy: ['proxy.example'] }, /http\.trustProxy\.0: must be an IP address or a network/],
    [{ rateLimit: { perSecond: 5, burst: 0 } }, /http\.rateLimit\.burst: must be a whole number from 1/],
    [{ rateLimit: { perSecond: 0.5 } }, /http\.rateLimit\.perSecond: must be a whole number from 1/],
  ])('is refused with %j', (settings, words) => {
    expect(problemsWith(settings)).toMatch(words);
  });
});
