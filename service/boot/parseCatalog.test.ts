import { describe, expect, test } from 'vitest';
import { listConfigProblems, readExampleFile } from '../../lab/service/sampleCatalog.ts';

// biome-ignore lint/suspicious/noExplicitAny: the cases remove settings and set values of other types
type EditableFile = any;

function problemsAfter(change: (file: EditableFile) => void): string {
  const file: EditableFile = readExampleFile();
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
      'a repeated route',
      ({ routes }) => {
        routes[1] = routes[0];
      },
      'routes.1 repeats ETH from Northshore to Southshore.',
    ],
    [
      'two tokens at one address',
      ({ tokens }) => {
        tokens[2].deployments.Northshore.address = tokens[1].deployments.Northshore.address;
      },
      'tokens must have different addresses on Northshore, but two tokens share 0x',
    ],
    [
      'a token on an unknown chain',
      ({ tokens }) => {
        tokens[1].deployments.Nowhere = tokens[1].deployments.Northshore;
      },
      'tokens.1.deployments.Nowhere names a chain that "chains" does not list.',
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
      "chains.0.nativeToken is USDC, but that token's address on Northshore is not the zero address.",
    ],
    [
      'a hot wallet that is a bridge contract',
      ({ chains }) => {
        chains[0].hotWallet = chains[0].depositContract;
      },
      'chains.0.hotWallet must be an account, not the bridge contract 0x',
    ],
  ])('%s', (_name, change, problem) => {
    expect(problemsAfter(change)).toContain(problem);
  });
});

describe('a route is rejected with', () => {
  test.each<readonly [string, (file: EditableFile) => void, string]>([
    [
      'an unknown token',
      ({ routes }) => {
        routes[0].token = 'DOGE';
      },
      'routes.0.token is DOGE, but "tokens" does not list it.',
    ],
    [
      'an unknown chain',
      ({ routes }) => {
        routes[0].from = 'Nowhere';
      },
      'routes.0.from is Nowhere, but "chains" does not list it.',
    ],
    [
      'one chain as both ends',
      ({ routes }) => {
        routes[0].to = 'Northshore';
      },
      'routes.0.to must differ from "from", but both are Northshore.',
    ],
    [
      'a destination without the token',
      ({ tokens }) => {
        delete tokens[2].deployments.Southshore;
      },
      'routes.4.to is Southshore, but WBTC has no deployment there.',
    ],
    [
      'a mainnet and a testnet',
      ({ chains }) => {
        chains[0].category = 'Mainnet';
      },
      'routes.0 must not connect a mainnet with a testnet: Northshore, Southshore.',
    ],
    [
      'a minimum above the maximum',
      ({ routes }) => {
        routes[2].min = '10001';
      },
      'routes.2.min must not be more than max.',
    ],
    [
      'a minimum of zero',
      ({ routes }) => {
        routes[2].min = '0';
      },
      'routes.2.min must be more than 0.',
    ],
    [
      'a fee floor that takes the whole minimum',
      ({ routes }) => {
        routes[2].feeFloor = '1';
      },
      'routes.2.min leaves nothing for the recipient after feeBps and feeFloor.',
    ],
    [
      'an amount with more decimals than the token',
      ({ routes }) => {
        routes[2].max = '1.1234567';
      },
      "routes.2.max must fit the token's 6 decimals on the origin chain, not 1.1234567.",
    ],
  ])('%s', (_name, change, problem) => {
    expect(problemsAfter(change)).toContain(problem);
  });
});
