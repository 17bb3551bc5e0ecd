import { describe, expect, test } from 'vitest';
import { listConfigProblems, readExampleFile } from '../../lab/service/sampleCatalog.ts';

function problemsWith(settings: object): readonly string[] {
  const file = readExampleFile();
  return listConfigProblems({ ...file, http: { ...file.http, ...settings } });
}

describe('the configuration file', () => {
  test('accepts the example', () => {
    expect(listConfigProblems(readExampleFile())).toEqual([]);
  });

  test('lists every wrong setting at once', () => {
    const {
      http,
      chains: [first, second] = [],
      routes: [route],
      ...rest
    } = readExampleFile();
    const { depositContract: _, ...withoutContract } = second ?? {};
    const problems = listConfigProblems({
      ...rest,
      http: { ...http, port: '8787' },
      chains: [
        { ...first, hotWallet: '0x12' },
        { ...withoutContract, rpcUrls: ['ftp://rpc.example/secret-key'] },
      ],
      routes: [{ ...route, min: '1e3' }],
      unknown: true,
    });
    expect([...problems].sort()).toEqual([
      'chains.0.hotWallet must be an account address (0x and 40 hex digits with a valid checksum), not "0x12".',
      'chains.1.depositContract is missing.',
      'chains.1.rpcUrls.0 must be an http or https URL.',
      'http.port must be a number, not "8787".',
      'routes.0.min must be a plain decimal such as "0.5", not "1e3".',
      'unknown is not a known setting.',
    ]);
  });

  test('names the expected type of a setting with another one', () => {
    expect(listConfigProblems({ ...readExampleFile(), tokens: 'USDC' })).toEqual(['tokens must be Array, not "USDC".']);
  });

  test('rejects a WebSocket URL with a fragment', () => {
    const file = readExampleFile();
    const chains = file.chains.map((chain) => ({ ...chain, wsUrls: ['wss://rpc.example/secret-key#one'] }));
    expect(listConfigProblems({ ...file, chains: chains.slice(0, 1) })).toContain(
      'chains.0.wsUrls.0 must have no part after a "#".',
    );
  });

  test('rejects the public port as the operator port', () => {
    const file = readExampleFile();
    expect(listConfigProblems({ ...file, operator: { port: file.http.port } })).toEqual([
      `operator.port must differ from http.port, but both are ${file.http.port}.`,
    ]);
  });

  test('rejects a shorter limit for a chain read than the interval at which reads are recorded', () => {
    const operator = { port: 0, maxLookAgeSeconds: 30 };
    expect(listConfigProblems({ ...readExampleFile(), operator })).toEqual([
      'operator.maxLookAgeSeconds must be a whole number from 60 to 86400, not 30.',
    ]);
  });
});

describe('the settings of the public port', () => {
  test('accept trusted proxies by address and by network', () => {
    expect(problemsWith({ trustProxy: ['192.0.2.1', '10.0.0.0/8', 'fd00::/8'] })).toEqual([]);
    expect(problemsWith({ trustProxy: false })).toEqual([]);
  });

  test.each([
    [{ trustProxy: true }, "http.trustProxy must be false or a list of the trusted proxies' addresses and networks"],
    [{ trustProxy: [] }, 'http.trustProxy must not be empty'],
    [{ trustProxy: ['10.0.0.0/33'] }, 'http.trustProxy.0 must be an IP address or a network'],
    [{ trustProxy: ['proxy.example'] }, 'http.trustProxy.0 must be an IP address or a network'],
    [{ rateLimit: { perSecond: 5, burst: 0 } }, 'http.rateLimit.burst must be a whole number from 1 to'],
    [{ rateLimit: { perSecond: 0.5 } }, 'http.rateLimit.perSecond must be a whole number from 1 to'],
  ])('reject %j', (settings, problem) => {
    expect(problemsWith(settings)).toEqual([expect.stringContaining(problem)]);
  });
});
