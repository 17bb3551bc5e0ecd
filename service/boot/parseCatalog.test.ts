import { describe, expect, test } from 'vitest';
import type { LabInstallation } from '../../tools/lab/installation/installationFile.ts';
import { createSampleCatalog, createSampleFile, listConfigProblems } from '../../tools/lab/service/sampleCatalog.ts';

// biome-ignore lint/suspicious/noExplicitAny: the cases remove settings and set values of other types
type EditableFile = any;

function problemsAfter(change: (file: EditableFile) => void): string {
  const file: EditableFile = createSampleFile();
  change(file);
  return listConfigProblems(file).join('\n');
}

describe('the catalog is rejected with', () => {
  test.each<readonly [string, (file: EditableFile) => void, string]>([
    [
      'a repeated chain name',
      ({ chains }) => {
        chains[1].name = 'Northshore';
      },
      'chains.1 repeats Northshore.',
    ],
    [
      'a repeated chain id',
      ({ chains }) => {
        chains[1].id = 31337;
      },
      'chains.1 repeats 31337.',
    ],
    [
      'a repeated token name',
      ({ tokens }) => {
        tokens[2].name = 'USDC';
      },
      'tokens.2 repeats USDC.',
    ],
    [
      'two tokens at one address',
      ({ tokens }) => {
        tokens[2].addresses.Northshore = tokens[1].addresses.Northshore;
      },
      'tokens must have different addresses on Northshore, but two tokens share 0x',
    ],
    [
      'a token on an unknown chain',
      ({ tokens }) => {
        tokens[1].addresses.Nowhere = tokens[1].addresses.Northshore;
      },
      'tokens.1.addresses.Nowhere names a chain that "chains" does not list.',
    ],
    [
      'decimals on an unknown chain',
      ({ tokens }) => {
        tokens[2].decimals.Nowhere = 18;
      },
      'tokens.2.decimals.Nowhere names a chain that "chains" does not list.',
    ],
    [
      'a chain without decimals',
      ({ tokens }) => delete tokens[2].decimals.Southshore,
      'tokens.2.decimals lacks Southshore.',
    ],
    [
      'an owner of the vault of an unknown chain',
      ({ vaults, hotWallet }) => Object.assign(vaults, { owner: { Nowhere: hotWallet } }),
      'vaults.owner.Nowhere names a chain that "chains" does not list.',
    ],
    [
      'endpoints of the signer on an unknown chain',
      ({ signer }) => {
        signer.chains.Nowhere = { rpcUrls: ['http://127.0.0.1:1'] };
      },
      'signer.chains.Nowhere names a chain that "chains" does not list.',
    ],
    [
      'a token price of zero',
      ({ tokens }) => {
        tokens[1].price = '0';
      },
      'tokens.1.price must be more than 0 with at most 18 decimals, not 0.',
    ],
    [
      'an unknown native token',
      ({ chains }) => {
        chains[0].nativeToken = 'XYZ';
      },
      'chains.0.nativeToken is XYZ, but "tokens" does not list it.',
    ],
    [
      'a native token that is a contract',
      ({ chains }) => {
        chains[0].nativeToken = 'USDC';
      },
      'tokens.1.addresses.Northshore must be absent: USDC is the native token of Northshore.',
    ],
    [
      'a native token with the decimals of another',
      ({ tokens }) => {
        tokens[0].decimals = { Northshore: 6 };
      },
      'tokens.0.decimals.Northshore must be 18, not 6: ETH is the native token of Northshore.',
    ],
    ['no hot wallet', (file) => delete file.hotWallet, 'hotWallet is missing. Run "causeway init"'],
    [
      'a hot wallet that is a bridge contract',
      (file) => {
        file.hotWallet = file.chains[0].depositContract;
      },
      'hotWallet must be an account, not the bridge contract 0x',
    ],
    [
      'a deposit contract that is the vault',
      ({ chains }) => {
        chains[0].depositContract = chains[0].vault;
      },
      'chains.0.vault must not be the deposit contract 0x',
    ],
    [
      'a chain without a vault',
      ({ chains }) => delete chains[1].vault,
      'chains.1.vault is missing. Run "causeway chain add Southshore"',
    ],
    [
      'a feed on an unknown chain',
      ({ tokens, hotWallet }) => {
        tokens[0].feeds = [{ chain: 'Nowhere', address: hotWallet, maxAgeSeconds: 3900 }];
      },
      'tokens.0.feeds.0.chain is Nowhere, but "chains" does not list it',
    ],
    [
      'a feed on a closed chain',
      ({ tokens, chains, hotWallet }) => {
        chains[1].status = 'closed';
        tokens[0].feeds = [{ chain: 'Southshore', address: hotWallet, maxAgeSeconds: 3900 }];
      },
      'tokens.0.feeds.0.chain is Southshore, but "chains" does not list it, or it is closed.',
    ],
    [
      'one feed twice',
      ({ tokens, hotWallet }) => {
        const feed = { chain: 'Northshore', address: hotWallet, maxAgeSeconds: 3900 };
        tokens[0].feeds = [feed, feed];
      },
      'tokens.0.feeds.1 must differ from the first feed.',
    ],
  ])('%s', (_name, change, problem) => {
    expect(problemsAfter(change)).toContain(problem);
  });
});

describe('a transfer is rejected with', () => {
  test.each<readonly [string, (file: EditableFile) => void, string]>([
    [
      'an unknown chain',
      ({ tokens }) => {
        tokens[0].transfers[0].from = 'Nowhere';
      },
      'tokens.0.transfers.0.from is Nowhere, but ETH is on Northshore, Southshore.',
    ],
    [
      'one chain as both ends',
      ({ tokens }) => {
        tokens[2].transfers[0].to = 'Northshore';
      },
      'tokens.2.transfers.0 must lead to a chain other than Northshore.',
    ],
    [
      'a destination without the token',
      ({ tokens }) => {
        tokens[2].transfers[0].to = 'Southshore';
        delete tokens[2].addresses.Southshore;
      },
      'tokens.2.transfers.0.to is Southshore, but WBTC is on Northshore.',
    ],
    [
      'a token on one chain',
      ({ tokens }) => delete tokens[1].addresses.Southshore,
      'tokens.1.transfers.0 decides no route',
    ],
    [
      'a mainnet and a testnet',
      ({ chains }) => {
        chains[0].category = 'Mainnet';
      },
      'tokens.0.transfers.0 decides no route',
    ],
    [
      'a repeated route',
      ({ tokens }) => tokens[2].transfers.push({ ...tokens[2].transfers[0], to: 'Southshore' }),
      'tokens.2.transfers.1 decides no route: the entries before it do',
    ],
    ['no minimum', ({ tokens }) => delete tokens[1].transfers[0].min, 'tokens.1.transfers.0.min is missing.'],
    ['no maximum', ({ tokens }) => delete tokens[1].transfers[0].max, 'tokens.1.transfers.0.max is missing.'],
    ['no fee', ({ tokens }) => delete tokens[1].transfers[0].feeBps, 'tokens.1.transfers.0.feeBps is missing.'],
    ['no least fee', ({ tokens }) => delete tokens[1].transfers[0].feeFloor, 'transfers.0.feeFloor is missing.'],
    [
      'no cap for the vault',
      ({ tokens }) => delete tokens[1].perDay,
      'tokens.1.perDay is missing. Set the cap of a vault for 24 hours.',
    ],
    [
      'no cap for one of the vaults',
      ({ tokens }) => {
        tokens[1].perDay = { Northshore: '5000' };
      },
      'tokens.1.perDay.Southshore is missing.',
    ],
    [
      'a minimum above the maximum',
      ({ tokens }) => {
        tokens[1].transfers[0].min = '10001';
      },
      'tokens.1.transfers.0.min must not be more than max.',
    ],
    [
      'a minimum of zero',
      ({ tokens }) => {
        tokens[1].transfers[0].min = '0';
      },
      'tokens.1.transfers.0.min must be more than 0.',
    ],
    [
      'a fee floor that takes the whole minimum',
      ({ tokens }) => {
        tokens[1].transfers[0].feeFloor = '1';
      },
      'tokens.1.transfers.0.min leaves nothing for the recipient after feeBps and feeFloor.',
    ],
    [
      'an earlier least fee above the present one',
      ({ tokens }) => {
        tokens[1].transfers[0].minFee = '0.2';
      },
      'tokens.1.transfers.0.minFee must not be more than feeFloor.',
    ],
    [
      'an amount with more decimals than the token',
      ({ tokens }) => {
        tokens[1].transfers[0].max = '1.1234567';
      },
      "tokens.1.transfers.0.max must fit the token's 6 decimals on Northshore, not 1.1234567.",
    ],
  ])('%s', (_name, change, problem) => {
    expect(problemsAfter(change)).toContain(problem);
  });
});

describe('the routes of a token', () => {
  const routesOf = (change: (file: LabInstallation) => void) =>
    createSampleCatalog(change)
      .routes.filter(({ token }) => token.name === 'USDC')
      .map(({ origin, destination, feeBps }) => `${origin.name} ${destination.name} ${feeBps}`);

  const withTransfers = (...entries: readonly object[]) =>
    routesOf(({ tokens }) => {
      for (const token of tokens.filter(({ name }) => name === 'USDC')) {
        const [usual] = token.transfers;
        if (usual) token.transfers = entries.map((entry) => ({ ...usual, ...entry }));
      }
    });

  test('connect each pair of its chains', () => {
    expect(withTransfers({})).toEqual(['Northshore Southshore 10', 'Southshore Northshore 10']);
  });

  test('are decided by the first entry that matches', () => {
    expect(withTransfers({ from: 'Southshore', feeBps: 20 }, {})).toEqual([
      'Northshore Southshore 10',
      'Southshore Northshore 20',
    ]);
  });

  test('leave out a closed one and one without an entry', () => {
    expect(withTransfers({ to: 'Southshore', closed: true }, {})).toEqual(['Southshore Northshore 10']);
    expect(withTransfers({ to: 'Southshore' })).toEqual(['Northshore Southshore 10']);
  });
});

test('a closed chain leaves the catalog with its routes, and a closing one stays', () => {
  const statusOf = (status: 'closing' | 'closed') =>
    createSampleCatalog(({ chains }) => {
      for (const chain of chains.slice(1)) chain.status = status;
    });
  const closing = statusOf('closing');
  expect(closing.chains.map(({ name, isOpen }) => [name, isOpen])).toEqual([
    ['Northshore', true],
    ['Southshore', false],
  ]);
  const closed = statusOf('closed');
  expect(closed.chains.map(({ name }) => name)).toEqual(['Northshore']);
  expect(closed.routes).toEqual([]);
});
