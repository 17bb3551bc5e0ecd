import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Address } from 'viem';
import { parseUnits } from 'viem';
import { compileContracts } from '../../../contracts/artifacts.ts';
import { deployContracts, mintTokens } from '../../../contracts/deploy.ts';
import type { InstallationFile } from '../../../service/boot/installation.ts';
import { runChain } from '../../../service/operator/setup/chainCommand.ts';
import { runInit } from '../../../service/operator/setup/initCommand.ts';
import { createExampleFile, formatInstallation } from '../../../service/operator/setup/installationFile.ts';
import { runVault } from '../../../service/operator/setup/vaultCommand.ts';
import { ANVIL_ACCOUNTS } from '../chains/anvil.ts';
import type { TestChain } from '../chains/testChain.ts';
import { startTestChain } from '../chains/testChain.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import { startEndpoint } from '../endpoints/endpoint.ts';
import type { TestFeed } from '../networks/predeploys.ts';
import { deployFeed } from '../networks/predeploys.ts';
import { startTestPostgres } from '../postgres/testPostgres.ts';

/** The file states the day of the prices, whatever day a command runs. */
export const PRICES_AS_OF = '2026-11-01';
/** In the feed's units. */
const ETH_PRICE = 300_000_000_000n;
/** What the set-up commands must not change. */
export const GUARDS = { maxNetOutflow: '25000', approveAbove: '1000', maxGasFactor: 7 } as const;

/** What the set-up commands need: two new chains and a new database server. */
export type PreparedSetup = {
  /** The folder that contains the file. */
  readonly dir: string;
  /** The path of installation.json. */
  readonly path: string;
  /** The path of the key for deploying and funding. */
  readonly key: string;
  readonly deployer: Address;
  /** The superuser's URL of the database, which does not exist before the first run. */
  readonly database: string;
  readonly chains: readonly [TestChain, TestChain];
  readonly usdc: readonly [Address, Address];
  readonly feed: TestFeed;
  /** The second endpoint of the first chain. */
  readonly second: Endpoint;
  stop(): Promise<void>;
};

function requireDeployer() {
  const [deployer] = ANVIL_ACCOUNTS;
  if (!deployer) throw new Error('anvil has no accounts');
  return deployer;
}

async function deployToken(chain: TestChain, holder: Address): Promise<Address> {
  const tokens = [{ name: 'USDC', decimals: 6, kind: 'standard' }] as const;
  const { tokens: deployed } = await deployContracts(chain, {
    ...{ artifacts: await compileContracts(), tokens, hotWallet: holder },
  });
  const token = deployed[0]?.address ?? '0x';
  await mintTokens(chain, [{ token, to: holder, amount: parseUnits('40000', 6) }]);
  return token;
}

/** Starts the chains and the database. @param firstId the id of the first chain; the second has the next one */
export async function prepareSetup(firstId: number): Promise<PreparedSetup> {
  const dir = mkdtempSync(join(tmpdir(), 'causeway-setup-'));
  const [north, south, server, artifacts] = await Promise.all([
    startTestChain(firstId),
    startTestChain(firstId + 1),
    startTestPostgres({ fsync: 'on' }),
    compileContracts(),
  ]);
  const chains = [north, south] as const;
  const deployer = requireDeployer();
  const usdc = [await deployToken(north, deployer.address), await deployToken(south, deployer.address)] as const;
  const second = await startEndpoint(north.rpcUrl);
  const feed = await deployFeed(north.rpcUrl, artifacts, { description: 'ETH / USD', price: ETH_PRICE });
  const admin = new URL(await server.createDatabase());
  admin.pathname = '/causeway';
  const place = new URL(admin);
  [place.username, place.password] = ['', ''];
  // A different host: on the same host, one provider would count twice.
  const urls = [[north.rpcUrl, second.url.replace('127.0.0.1', 'localhost')], [south.rpcUrl]];
  const example = createExampleFile(new Date());
  const file: InstallationFile = {
    ...example,
    database: place.href,
    prices: { ...example.prices, asOf: PRICES_AS_OF },
    guards: GUARDS,
    chains: example.chains.map((chain, index) => ({
      ...{ ...chain, id: firstId + index, rpcUrls: urls[index] ?? [], publicRpcUrls: urls[index]?.slice(0, 1) ?? [] },
    })),
    tokens: [
      ...example.tokens.map((token) => ({
        ...token,
        feeds: [{ chain: 'Northshore', address: feed.address, maxAgeSeconds: 86_400 }],
        maxDeviationPercent: 5,
      })),
      {
        ...{ name: 'USDC', price: '1', decimals: 6, float: '20000', perDay: '100000' },
        addresses: { Northshore: usdc[0], Southshore: usdc[1] },
        transfers: [{ min: '1', max: '10000', feeBps: 10, feeFloor: '0.1' }],
      },
    ],
  };
  const path = join(dir, 'installation.json');
  writeFileSync(path, formatInstallation(file), { mode: 0o600 });
  const key = join(dir, 'deployer.key');
  writeFileSync(key, deployer.key, { mode: 0o600 });
  return {
    ...{ dir, path, key, deployer: deployer.address, chains, usdc, feed, database: admin.href, second },
    stop: async () => {
      await Promise.all([...chains.map((chain) => chain.stop()), server.stop(), second.stop()]);
      rmSync(dir, { recursive: true });
    },
  };
}

/** The steps of a first installation that spend or create something: all but `causeway apply`. */
export async function setUpInstallation({ path, key, database }: PreparedSetup): Promise<void> {
  const common = ['--file', path, '--yes'];
  await runInit([path, '--database', database, '--yes']);
  for (const chain of ['Northshore', 'Southshore']) await runChain(['add', chain, '--key', key, ...common]);
  await runVault(['fund', 'all', '--key', key, ...common]);
}
