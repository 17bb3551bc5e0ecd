import { describe, expect, test } from 'vitest';
import type { LabInstallation } from '../../tools/lab/installation/installationFile.ts';
import { createMainnetFile, listConfigProblems } from '../../tools/lab/service/sampleCatalog.ts';

type Chain = LabInstallation['chains'][number];

const [one, other] = ['https://one.example/key', 'https://other.example/key'];

function problemsOfChain(change: (chain: Chain) => void): readonly string[] {
  const file = createMainnetFile();
  for (const chain of file.chains.slice(0, 1)) change(chain);
  return listConfigProblems(file);
}

function problemsOfFile(change: (file: LabInstallation) => void): readonly string[] {
  const file = createMainnetFile();
  change(file);
  return listConfigProblems(file);
}

test('a safe mainnet has no problem', () => {
  expect(listConfigProblems(createMainnetFile())).toEqual([]);
  const file = createMainnetFile();
  for (const chain of file.chains) {
    Object.assign(chain, { confirmations: 'safe', finality: 'finalized', payoutConfirmations: 'finalized' });
  }
  expect(listConfigProblems(file)).toEqual([]);
});

describe('a mainnet is refused with', () => {
  test.each<readonly [string, (chain: Chain) => void, string]>([
    ['one confirmation', (chain) => Object.assign(chain, { confirmations: 1 }), 'confirmations must be at least 2'],
    ['shallow finality', (chain) => Object.assign(chain, { finality: 11 }), 'finality must be at least 12'],
    [
      'no finality',
      (chain) => {
        delete chain.finality;
        chain.family = 'other';
      },
      'finality is missing. Set it to at least 12',
    ],
    [
      'a tag without a known meaning',
      (chain) => Object.assign(chain, { family: 'polygon', confirmations: 'safe', finality: 'finalized' }),
      'confirmations must be a number of at least 2 or "finalized" on a mainnet of the family polygon',
    ],
    [
      'payments that are final too early',
      (chain) => Object.assign(chain, { payoutConfirmations: 2 }),
      'payoutConfirmations must be at least 12',
    ],
    ['no family', (chain) => delete chain.family, 'family is missing. Set the kind of this mainnet'],
    ['no gas price', (chain) => delete chain.maxGasPriceGwei, 'maxGasPriceGwei is missing. Set the highest gas price'],
    ['no exposure cap', (chain) => delete chain.exposureCap, 'exposureCap is missing. Set the highest value'],
    ['block 0 as the start', (chain) => Object.assign(chain, { startBlock: 0 }), 'startBlock must be the block'],
    [
      'one provider',
      (chain) => Object.assign(chain, { rpcUrls: [one] }),
      'rpcUrls must name providers on at least 2 hosts on a mainnet, not 1',
    ],
    [
      'two endpoints of one provider',
      (chain) => Object.assign(chain, { rpcUrls: [one, 'https://one.example:8443/other-key'] }),
      'rpcUrls.1 must not be on the host of rpcUrls.0 on a mainnet',
    ],
    [
      'two of three endpoints on one host',
      (chain) => Object.assign(chain, { rpcUrls: [one, 'https://ONE.example.:8443/other-key', other] }),
      'rpcUrls.1 must not be on the host of rpcUrls.0 on a mainnet',
    ],
    [
      'an http provider',
      (chain) => Object.assign(chain, { rpcUrls: [one, 'http://other.example'] }),
      'rpcUrls.1 must be an https URL',
    ],
    [
      'a ws endpoint',
      (chain) => Object.assign(chain, { wsUrls: ['wss://one.example', 'ws://other.example'] }),
      'wsUrls.1 must be a wss URL',
    ],
    [
      'a quorum of one provider',
      (chain) => Object.assign(chain, { quorum: 1 }),
      'quorum must be at least 2 on a mainnet, not 1',
    ],
    [
      'a key in a path',
      (chain) => Object.assign(chain, { rpcUrls: ['https://one.example/v2/aB3dE5fG7hJ9kL1mN3pQ5', other] }),
      'rpcUrls.0 must hold no key on a mainnet. Write the secret into a file, and {file:name} in its place.',
    ],
    [
      'a key in a query',
      (chain) =>
        Object.assign(chain, { rpcUrls: [one, 'https://other.example/rpc?key=0123456789abcdef0123456789abcdef'] }),
      'rpcUrls.1 must hold no key on a mainnet',
    ],
    [
      'a password',
      (chain) => Object.assign(chain, { wsUrls: ['wss://causeway:hush@one.example'] }),
      'wsUrls.0 must hold no key on a mainnet',
    ],
    [
      'http on this machine',
      (chain) => Object.assign(chain, { rpcUrls: ['http://127.0.0.1:8545', other] }),
      'rpcUrls.0 must be an https URL',
    ],
  ])('%s', (_name, change, problem) => {
    expect(problemsOfChain(change)).toEqual([expect.stringContaining(`chains.0.${problem}`)]);
  });

  test.each<readonly [string, (file: LabInstallation) => void, string]>([
    ['no decision about proxies', ({ api }) => delete api.trustProxy, 'api.trustProxy is missing. Set false if'],
    [
      'no rate limit',
      ({ api }) => {
        api.requestsPerSecond = 1_000_000;
      },
      'api.requestsPerSecond must be at most 1000',
    ],
    [
      'a constant of a laboratory',
      (file) => {
        file.lab = { burst: 1_000_000 };
      },
      'lab must be absent with a mainnet: it weakens the service for laboratories.',
    ],
    [
      'a constant of a laboratory that is off',
      (file) => {
        file.lab = { operatorPort: null };
      },
      'lab must be absent with a mainnet',
    ],
    [
      'a password of the database',
      (file) => {
        file.database = 'postgresql://causeway:hush@db/causeway';
      },
      'database must hold no password on a mainnet',
    ],
    [
      'a password among the parameters of the database',
      (file) => {
        file.database = 'postgresql://db/causeway?user=causeway&password=hush';
      },
      'database must hold no password on a mainnet. Write that of each role into /etc/causeway/passwords/<role>',
    ],
    ['prices of an unknown day', ({ prices }) => delete prices.asOf, 'prices.asOf is missing. Set the day'],
  ])('%s', (_name, change, problem) => {
    expect(problemsOfFile(change)).toEqual([expect.stringContaining(problem)]);
  });
});

test('a mainnet is accepted with references in place of keys', () => {
  const problems = problemsOfChain((chain) => {
    chain.rpcUrls = ['https://one.example/v2/{file:a-long-name-of-0123456789}', 'https://other.example/?key={env:KEY}'];
    chain.wsUrls = ['wss://one.example/{file:one}'];
  });
  expect(problems).toEqual([]);
});

test("one mainnet forbids a lab's constants for all chains", () => {
  const problems = problemsOfFile((file) => {
    file.lab = { burst: 1 };
    for (const chain of file.chains.slice(1)) chain.category = 'Testnet';
  });
  expect(problems).toContain('lab must be absent with a mainnet: it weakens the service for laboratories.');
});

test('names every unsafe setting at once, and no URL', () => {
  const problems = problemsOfFile((file) => {
    for (const chain of file.chains)
      Object.assign(chain, { confirmations: 1, startBlock: 0, rpcUrls: ['http://a.example/key'] });
  });
  expect(problems).toHaveLength(8);
  expect(problems.join('\n')).not.toContain('a.example');
});

test('the same settings are accepted for testnets', () => {
  const problems = problemsOfFile((file) => {
    delete file.prices.asOf;
    delete file.api.trustProxy;
    file.lab = { burst: 1_000_000 };
    for (const chain of file.chains) {
      Object.assign(chain, {
        category: 'Testnet',
        confirmations: 1,
        startBlock: 0,
        rpcUrls: ['http://127.0.0.1:8545'],
      });
      delete chain.exposureCap;
    }
  });
  expect(problems).toEqual([]);
});
