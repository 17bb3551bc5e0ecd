import { describe, expect, test } from 'vitest';
import { createMainnetFile, createSampleFile, listConfigProblems } from '../../tools/lab/service/sampleCatalog.ts';
import { parseInstallation, parseShape, portOf } from './readConfig.ts';

function problemsWith(api: object, lab: object = {}): readonly string[] {
  const file = createSampleFile();
  return listConfigProblems({ ...file, api: { ...file.api, ...api }, lab: { ...file.lab, ...lab } });
}

describe('the installation file', () => {
  test('accepts the sample', () => {
    expect(listConfigProblems(createSampleFile())).toEqual([]);
  });

  test('lists every wrong setting at once', () => {
    const {
      listen,
      chains: [first, second] = [],
      tokens: [eth, ...tokens],
      ...rest
    } = createSampleFile();
    const { publicRpcUrls: _, ...withoutPublic } = second ?? {};
    const [transfer] = eth?.transfers ?? [];
    const problems = listConfigProblems({
      ...rest,
      hotWallet: '0x12',
      listen: { ...listen, firstPort: '8787' },
      chains: [
        { ...first, vault: '<address of the vault>' },
        { ...withoutPublic, rpcUrls: ['ftp://rpc.example/secret-key'] },
      ],
      tokens: [{ ...eth, transfers: [{ ...transfer, min: '1e3' }] }, ...tokens],
      unknown: true,
    });
    expect([...problems].sort()).toEqual([
      'chains.0.vault is the placeholder <address of the vault>. Replace it with your address.',
      'chains.1.publicRpcUrls is missing.',
      'chains.1.rpcUrls.0 must be an http or https URL.',
      'hotWallet must be an account address (0x and 40 hex digits with a valid checksum), not "0x12".',
      'listen.firstPort must be a number, not "8787".',
      'tokens.0.transfers.0.min must be a plain decimal, such as "0.5", not "1e3".',
      'unknown is not a known setting.',
    ]);
  });

  test('reports a wrong amount of several routes once', () => {
    const file = createSampleFile();
    for (const token of file.tokens.slice(0, 1)) for (const transfer of token.transfers) transfer.min = '0';
    expect(listConfigProblems(file)).toEqual(['tokens.0.transfers.0.min must be more than 0.']);
  });

  test('names the expected type of a setting that has another type', () => {
    expect(listConfigProblems({ ...createSampleFile(), tokens: 'USDC' })).toEqual([
      'tokens must be Array, not "USDC".',
    ]);
  });

  test('is refused if it is not JSON, or lists no chain or token', () => {
    const problems: string[] = [];
    expect(parseInstallation('{', problems)).toBeNull();
    expect(problems).toEqual(['The file is not JSON.']);
    expect(listConfigProblems({ ...createSampleFile(), chains: [], tokens: [] })).toEqual([
      'chains must not be empty.',
      'tokens must not be empty.',
    ]);
  });

  test.each(['chains', 'tokens'] as const)('refuses a misspelt setting of %s, and in each section', (list) => {
    const file = createSampleFile();
    const misspelt = { maxGasPriceGwie: '1' };
    expect(listConfigProblems({ ...file, [list]: file[list].map((entry) => ({ ...entry, ...misspelt })) })).toContain(
      `${list}.0.maxGasPriceGwie is not a known setting.`,
    );
    for (const section of ['listen', 'api', 'prices', 'vaults', 'guards', 'signer', 'lab'] as const) {
      expect(listConfigProblems({ ...file, [section]: { ...file[section], ...misspelt } })).toEqual([
        `${section}.maxGasPriceGwie is not a known setting.`,
      ]);
    }
    expect(listConfigProblems({ ...file, web: { banr: {} } })).toEqual([expect.stringMatching(/^web\.banr /)]);
  });

  test('ignores a note in each object', () => {
    const file = createMainnetFile();
    Object.assign(file.chains[0] ?? {}, { confirmationsAbove: { '5000': 40 }, knownContracts: {} });
    Object.assign(file.vaults, { owner: { Northshore: file.hotWallet } });
    Object.assign(file.guards, { screening: { list: '/list' } });
    file.web = { brand: { name: 'Sample' }, theme: { light: { accent: '#1d4ed8' } } };
    const annotate = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(annotate);
      if (typeof value !== 'object' || value === null) return value;
      const entries = Object.entries(value).map(([name, entry]) => [name, annotate(entry)]);
      return { ...Object.fromEntries(entries), note: 'a reason (alice)' };
    };
    const problems: string[] = [];
    const annotated = annotate(file);
    expect(JSON.stringify(annotated).split('"note"').length).toBeGreaterThan(20);
    // `lab` has no setting named note.
    expect(parseShape(JSON.stringify(annotated), problems)).toEqual(parseShape(JSON.stringify(file), problems));
    expect(listConfigProblems(annotated)).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('refuses "note" as the name of a chain or token, because a note could not be told from it', () => {
    const file = createSampleFile();
    const names = (list: 'chains' | 'tokens') =>
      listConfigProblems({ ...file, [list]: file[list].map((entry) => ({ ...entry, name: 'note' })) });
    expect(names('chains')).toContain('chains.0.name must not be "note", which is reserved for comments.');
    expect(names('tokens')).toContain('tokens.0.name must not be "note", which is reserved for comments.');
  });

  test('rejects a WebSocket URL with a fragment', () => {
    const file = createSampleFile();
    const chains = file.chains.map((chain) => ({ ...chain, wsUrls: ['wss://rpc.example/secret-key#one'] }));
    expect(listConfigProblems({ ...file, chains })).toContain('chains.0.wsUrls.0 must not contain "#".');
  });
});

describe('a signer on another machine', () => {
  const remote = { url: 'https://signer.internal:8790', listen: '10.0.0.5:8790', clients: ['worker-1', 'w2.internal'] };
  const problemsWith = (signer: object) => listConfigProblems({ ...createSampleFile(), signer });

  test('is reached at a URL, listens at an address, and knows its clients', () => {
    expect(problemsWith(remote)).toEqual([]);
    expect(problemsWith({ ...remote, listen: '[::1]:8790' })).toEqual([]);
  });

  test.each(['url', 'listen', 'clients'] as const)('needs %s too', (name) => {
    const { [name]: one, ...others } = remote;
    for (const signer of [others, { [name]: one }]) {
      expect(problemsWith(signer)).toEqual([
        expect.stringMatching(/^signer needs "url", "listen" and "clients" together, or none of them/),
      ]);
    }
  });

  test.each([
    [{ url: 'http://signer.internal:1' }, 'signer.url must be https://, a host and a port'],
    [{ url: 'https://signer.internal/sign' }, 'signer.url must be https://, a host and a port'],
    [{ url: 'https://me:secret@signer.internal' }, 'signer.url must be https://, a host and a port'],
    [{ url: 'signer.internal:8790' }, 'signer.url must be https://, a host and a port'],
    [{ listen: '8790' }, 'signer.listen must be an address and a port'],
    [{ listen: '10.0.0.5' }, 'signer.listen must be an address and a port'],
    [{ listen: '10.0.0.5:99999' }, 'signer.listen must be an address and a port'],
    [{ listen: 'https://10.0.0.5:1' }, 'signer.listen must be an address and a port'],
    [{ clients: [] }, 'signer.clients must not be empty.'],
    [{ clients: ['worker-1', '*.internal'] }, 'signer.clients.1 must be a DNS name in small letters without "*"'],
  ])('is refused with %o', (change, problem) => {
    expect(problemsWith({ ...remote, ...change })).toEqual([expect.stringContaining(problem)]);
  });
});

describe('the ports', () => {
  const parse = (firstPort: number, role: 'api' | 'worker' | 'all') => {
    const file = createSampleFile();
    file.listen.firstPort = firstPort;
    return parseInstallation(JSON.stringify(file), [], role);
  };

  test('follow the first one, so that none is used twice', () => {
    const file = createSampleFile();
    const ports = (['api', 'apiOperator', 'workerOperator', 'web'] as const).map((program) => portOf(file, program));
    expect(ports).toEqual([8787, 8788, 8789, 8790]);
    const [api, worker, all] = [parse(8787, 'api'), parse(8787, 'worker'), parse(8787, 'all')];
    expect([api?.http.port, api?.operator?.port]).toEqual([8787, 8788]);
    expect(worker?.operator?.port).toBe(8789);
    expect(all?.operator?.port).toBe(8788);
    expect(parse(0, 'worker')?.operator?.port).toBe(0);
  });

  test('stay below 65536', () => {
    const file = createSampleFile();
    expect(listConfigProblems({ ...file, listen: { ...file.listen, firstPort: 65_533 } })).toEqual([
      'listen.firstPort must be a whole number from 0 to 65532, not 65533.',
    ]);
  });
});

describe('the settings of the API', () => {
  test('accept trusted proxies by address and by network', () => {
    expect(problemsWith({ trustProxy: ['192.0.2.1', '10.0.0.0/8', 'fd00::/8'] })).toEqual([]);
    expect(problemsWith({ trustProxy: false })).toEqual([]);
  });

  test('give the prefix of the operations, and a burst of five times the rate', () => {
    const file = createSampleFile();
    file.api = { ...file.api, url: 'https://api.example/bridge/v1/', requestsPerSecond: 7 };
    expect(parseInstallation(JSON.stringify(file), [])?.http).toMatchObject({
      prefix: '/bridge/v1',
      rateLimit: { perSecond: 7, burst: 35 },
    });
  });

  test.each([
    [{ trustProxy: true }, {}, "api.trustProxy must be false or a list of the trusted proxies' addresses and networks"],
    [{ trustProxy: [] }, {}, 'api.trustProxy must not be empty'],
    [{ trustProxy: ['10.0.0.0/33'] }, {}, 'api.trustProxy.0 must be an IP address or a network'],
    [{ trustProxy: ['proxy.example'] }, {}, 'api.trustProxy.0 must be an IP address or a network'],
    [{ requestsPerSecond: 0.5 }, {}, 'api.requestsPerSecond must be a whole number from 1 to'],
    [{}, { burst: 0 }, 'lab.burst must be a whole number from 1 to'],
    [{ url: 'https://api.example/a b' }, {}, 'api.url must end in a path such as /api/v1'],
    [{ url: 'api.example' }, {}, 'api.url must be a URL'],
  ])('reject %j with the constants %j', (api, lab, problem) => {
    expect(problemsWith(api, lab)).toEqual([expect.stringContaining(problem)]);
  });
});
