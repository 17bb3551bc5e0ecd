import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listConfigProblems, readExampleFile } from '../../lab/service/sampleCatalog.ts';
import type { WorkFolder } from '../../lab/service/workFolder.ts';
import { createWorkFolder } from '../../lab/service/workFolder.ts';
import { InvalidConfig, readConfig } from './config.ts';
import type { ConfigFile } from './configSchema.ts';
import { readJournalDirectory } from './journalConfig.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test writes what the schema forbids
type Anything = any;

function problemsAfter(change: (file: Anything) => void): readonly string[] {
  const file: Anything = readExampleFile();
  change(file);
  return listConfigProblems(file);
}

describe('a configuration file', () => {
  test('is accepted as the example has it', () => {
    expect(listConfigProblems(readExampleFile())).toEqual([]);
  });

  test('is answered with everything that is wrong in it at once', () => {
    const problems = problemsAfter((file) => {
      file.http.port = '8787';
      file.chains[0].maker = '0x12';
      file.chains[1].rpcUrls = ['ftp://x'];
      delete file.chains[1].confirmations;
      file.routes[0].min = '1e3';
      file.unknown = true;
    });
    expect(problems).toHaveLength(6);
    expect(problems.join('\n')).toMatch(/http\.port: must be a number/);
    expect(problems.join('\n')).toMatch(/chains\.0\.maker: must be an account address/);
    expect(problems.join('\n')).toMatch(/chains\.1\.rpcUrls\.0: must be an http or https URL/);
    expect(problems.join('\n')).toMatch(/chains\.1\.confirmations: is missing/);
    expect(problems.join('\n')).toMatch(/routes\.0\.min: must be a plain decimal/);
    expect(problems.join('\n')).toMatch(/unknown: is not a known setting/);
  });

  test.each<readonly [string, (file: ConfigFile & Anything) => void, RegExp]>([
    [
      "an operator's port that is the public one",
      (file) => {
        file.operator.port = file.http.port;
      },
      /operator\.port: must be another port than that of "http"/,
    ],
    [
      'a chain that may not be read for less than it is noted',
      (file) => {
        file.operator.maxLookAgeSeconds = 30;
      },
      /operator\.maxLookAgeSeconds: must be a whole number from 60/,
    ],
    [
      'a repeated chain name',
      (file) => {
        file.chains[1].name = 'Northshore';
      },
      /repeats Northshore/,
    ],
    [
      'a repeated chain id',
      (file) => {
        file.chains[1].id = 31337;
      },
      /repeats 31337/,
    ],
    [
      'a repeated token name',
      (file) => {
        file.tokens[2].name = 'USDC';
      },
      /tokens\.2: repeats USDC/,
    ],
    [
      'a repeated route',
      (file) => {
        file.routes[1] = file.routes[0];
      },
      /routes\.1: repeats ETH:31337:31338/,
    ],
    [
      'two tokens at one address',
      (file) => {
        file.tokens[2].deployments.Northshore.address = file.tokens[1].deployments.Northshore.address;
      },
      /share an address/,
    ],
    [
      'a route of an unknown token',
      (file) => {
        file.routes[0].token = 'DOGE';
      },
      /routes\.0\.token: is DOGE/,
    ],
    [
      'a route from an unknown chain',
      (file) => {
        file.routes[0].from = 'Nowhere';
      },
      /routes\.0\.from: is Nowhere/,
    ],
    [
      'a route to its own chain',
      (file) => {
        file.routes[0].to = 'Northshore';
      },
      /another chain than "from"/,
    ],
    [
      'a route to where the token is not',
      (file) => {
        delete file.tokens[2].deployments.Southshore;
      },
      /routes\.4\.to: has no WBTC/,
    ],
    [
      'a token on an unknown chain',
      (file) => {
        file.tokens[1].deployments.Nowhere = file.tokens[1].deployments.Northshore;
      },
      /tokens\.1\.deployments\.Nowhere/,
    ],
    [
      'a minimum above the maximum',
      (file) => {
        file.routes[2].min = '10001';
      },
      /routes\.2\.min: must not be more than max/,
    ],
    [
      'a minimum of nothing',
      (file) => {
        file.routes[2].min = '0';
      },
      /routes\.2\.min: must be more than 0/,
    ],
    [
      'a fee floor that eats the minimum',
      (file) => {
        file.routes[2].feeFloor = '1';
      },
      /leaves nothing for the recipient/,
    ],
    [
      'more decimals than the token has',
      (file) => {
        file.routes[2].max = '1.1234567';
      },
      /routes\.2\.max: must fit 6 decimals/,
    ],
    [
      'a price of nothing',
      (file) => {
        file.tokens[1].price = '0';
      },
      /tokens\.1\.price: must be more than 0/,
    ],
    [
      'an unknown native token',
      (file) => {
        file.chains[0].nativeToken = 'XYZ';
      },
      /chains\.0\.nativeToken: is XYZ/,
    ],
    [
      'a native token that is a contract',
      (file) => {
        file.chains[0].nativeToken = 'USDC';
      },
      /must be the zero address/,
    ],
    [
      'a route between Mainnet and Testnet',
      (file) => {
        file.chains[0].category = 'Mainnet';
      },
      /joins a Mainnet chain and a Testnet chain/,
    ],
    [
      'a scan that never gets ahead',
      (file) => {
        file.chains[0].blockRange = 64;
      },
      /blockRange: must be more than reorgWindow/,
    ],
    [
      'confirmations beyond what is watched',
      (file) => {
        file.chains[0].confirmations = 65;
      },
      /confirmations: must not be more than reorgWindow/,
    ],
    [
      'a tier beyond what is watched',
      (file) => {
        file.chains[0].confirmationTiers = [{ above: '10000', confirmations: 65 }];
      },
      /confirmationTiers\.0\.confirmations: must not be more than reorgWindow/,
    ],
    [
      'a tier no deeper than small deposits',
      (file) => {
        file.chains[0].confirmationTiers = [{ above: '10000', confirmations: 2 }];
      },
      /confirmationTiers\.0\.confirmations: must be more than those of smaller deposits/,
    ],
    [
      'tiers of falling depth',
      (file) => {
        file.chains[0].confirmationTiers = [
          { above: '10000', confirmations: 12 },
          { above: '20000', confirmations: 12 },
        ];
      },
      /confirmationTiers\.1\.confirmations: must be more than those of smaller deposits/,
    ],
    [
      'tiers of falling value',
      (file) => {
        file.chains[0].confirmationTiers = [
          { above: '10000', confirmations: 12 },
          { above: '10000.0', confirmations: 20 },
        ];
      },
      /confirmationTiers\.1\.above: must be more than that of the tier before/,
    ],
    [
      'a maker that is a contract of the bridge',
      (file) => {
        file.chains[0].maker = file.chains[0].depositContract;
      },
      /chains\.0\.maker/,
    ],
  ])('is refused with %s', (_what, change, words) => {
    expect(problemsAfter(change).join('\n')).toMatch(words);
  });
});

describe('the environment', () => {
  let folder: WorkFolder;
  // The first account of the well-known test mnemonic's second key.
  const key = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d';

  beforeAll(async () => {
    folder = await createWorkFolder();
  });
  afterAll(() => folder?.remove());

  async function problemsOf(environment: Record<string, string>, file: unknown = readExampleFile()) {
    const CAUSEWAY_CONFIG = await folder.write('config.json', JSON.stringify(file));
    return readConfig({ CAUSEWAY_CONFIG, ...environment }).then(
      () => [],
      (error: unknown) => (error instanceof InvalidConfig ? error.problems : [String(error)]),
    );
  }

  test('is accepted with a data directory and a key file that only its owner reads', async () => {
    const CAUSEWAY_MAKER_KEY_FILE = await folder.write('maker.key', `${key}\n`);
    expect(await problemsOf({ CAUSEWAY_MAKER_KEY_FILE, CAUSEWAY_DATA_DIR: folder.path })).toEqual([]);
  });

  test('lacks everything at once', async () => {
    const problems = await problemsOf({ CAUSEWAY_CONFIG: join(folder.path, 'none.json'), LOG_LEVEL: 'loud' });
    expect(problems).toHaveLength(4);
  });

  test('does not name two databases', async () => {
    const environment = {
      DATABASE_URL: 'postgresql://127.0.0.1/x',
      CAUSEWAY_DATA_DIR: folder.path,
      CAUSEWAY_MAKER_KEY: key,
    };
    expect((await problemsOf(environment)).join()).toMatch(/not both/);
  });

  test('names a directory for the journal beside a PostgreSQL database, or says that there is to be none', async () => {
    const environment = { DATABASE_URL: 'postgresql://127.0.0.1/x', CAUSEWAY_MAKER_KEY: key };
    expect((await problemsOf(environment)).join()).toMatch(/CAUSEWAY_JOURNAL_DIR is not set/);
    expect(await problemsOf({ ...environment, CAUSEWAY_JOURNAL_DIR: 'off' })).toEqual([]);
    expect(await problemsOf({ ...environment, CAUSEWAY_JOURNAL_DIR: folder.path })).toEqual([]);
  });

  test('keeps the journal of an embedded database out of its directory, which may be restored from a backup', () => {
    const read = (environment: Record<string, string>) =>
      readJournalDirectory(environment, { kind: 'embedded', directory: '/data/' }, []);
    expect(read({})).toBe('/data.journal');
    expect(read({ CAUSEWAY_JOURNAL_DIR: '/elsewhere' })).toBe('/elsewhere');
  });

  test('does not serve a mainnet from the embedded database', async () => {
    const file = readExampleFile();
    const chains = file.chains.map((chain) => ({ ...chain, category: 'Mainnet' }));
    const environment = { CAUSEWAY_DATA_DIR: folder.path, CAUSEWAY_SIGNER_SOCKET: '/run/signer.sock' };
    const problems = await problemsOf(environment, { ...file, chains });
    expect(problems).toHaveLength(file.routes.length);
    expect(problems.join()).toMatch(/needs PostgreSQL: the embedded database can lose payments/);
  });
});
