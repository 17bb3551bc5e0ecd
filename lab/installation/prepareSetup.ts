import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseUnits, toHex } from 'viem';
import { compileContracts } from '../../contracts/artifacts.ts';
import { deployContracts, mintTokens } from '../../contracts/deploy.ts';
import { createExampleAnswers } from '../../service/operator/init/answers.ts';
import { ANVIL_ACCOUNTS } from '../anvil/anvil.ts';
import type { TestChain } from '../anvil/testChain.ts';
import { startTestChain } from '../anvil/testChain.ts';
import type { TestFeed } from '../networks/predeploys.ts';
import { deployFeed } from '../networks/predeploys.ts';
import { startTestPostgres } from '../postgres/testPostgres.ts';
import type { RpcRequest } from '../rpc/rpcProxy.ts';
import { listRequests, startRpcProxy } from '../rpc/rpcProxy.ts';

/** The day of the prices is an answer, whatever day the command runs. */
export const PRICES_AS_OF = '2026-11-01';
/** A part of the URL of the database that a shell must not read as its own. */
export const DATABASE_QUERY = '?application_name=setup&sslmode=disable';
/** In the units of the feed. */
export const ETH_PRICE = 300_000_000_000n;

/** What \`causeway init\` needs, on two new chains and a new database. */
export type PreparedSetup = {
  /** The folder of the answers and of the deploying key. */
  readonly dir: string;
  /** The folder that \`init\` fills. */
  readonly out: string;
  /** The arguments of \`causeway init\`. */
  readonly args: readonly string[];
  /** The URL of the database, as a superuser. It does not exist before the first run. */
  readonly database: string;
  readonly chains: readonly [TestChain, TestChain];
  readonly feed: TestFeed;
  /** Lets the second endpoint of the first chain answer instead of the chain; null lets it be honest. */
  setLie(answer: ((request: RpcRequest) => unknown) | null): void;
  stop(): Promise<void>;
};

async function deployToken(chain: TestChain, deployer: (typeof ANVIL_ACCOUNTS)[number]) {
  const tokens = [{ name: 'USDC', decimals: 6, kind: 'standard' }] as const;
  const artifacts = await compileContracts();
  const { tokens: deployed } = await deployContracts(chain, { artifacts, tokens, hotWallet: deployer.address });
  const token = deployed[0]?.address ?? '0x';
  await mintTokens(chain, [{ token, to: deployer.address, amount: parseUnits('20000', 6) }]);
  return token;
}

/** Starts the chains and the database. @param firstId the id of the first chain; the second has the next one */
export async function prepareSetup(firstId: number): Promise<PreparedSetup> {
  const dir = mkdtempSync(join(tmpdir(), 'causeway-setup-'));
  const out = join(dir, 'installation');
  const [north, south, server, artifacts] = await Promise.all([
    startTestChain(firstId),
    startTestChain(firstId + 1),
    startTestPostgres({ fsync: 'on' }),
    compileContracts(),
  ]);
  const chains = [north, south] as const;
  const [deployer] = ANVIL_ACCOUNTS;
  if (!deployer) throw new Error('anvil has no accounts');
  const [Northshore, Southshore] = await Promise.all(chains.map((chain) => deployToken(chain, deployer)));
  const limits = { min: '1', max: '10000', maxPerWindow: '100000', feeBps: 10, feeFloor: '0.1' };
  const usdc = { name: 'USDC', price: '1', addresses: { Northshore, Southshore }, limits, float: '20000' };
  const example = createExampleAnswers(new Date());
  let lie: ((request: RpcRequest) => unknown) | null = null;
  const proxy = await startRpcProxy(north.rpcUrl, async ({ body, forward, respond }) => {
    const [request] = listRequests(body);
    const result = (request && lie?.(request)) ?? null;
    respond(result === null ? await forward() : JSON.stringify({ jsonrpc: '2.0', id: request?.id, result }));
  });
  const feed = await deployFeed(north.rpcUrl, artifacts, { description: 'ETH / USD', price: ETH_PRICE });
  const priceFeed = { chain: 'Northshore', address: feed.address, maxAgeSeconds: 86_400, maxDeviationPercent: 5 };
  const answers = {
    ...example,
    pricesAsOf: PRICES_AS_OF,
    approval: { above: '1000' },
    tokens: [...example.tokens.map((token) => ({ ...token, priceFeed })), usdc],
    chains: example.chains.map((chain, index) => {
      const { id, rpcUrl } = chains[index === 0 ? 0 : 1];
      // Another host: with one, what a provider says would count twice.
      const second = proxy.url.replace('127.0.0.1', 'localhost');
      return { ...chain, id, rpcUrls: index === 0 ? [rpcUrl, second] : [rpcUrl] };
    }),
  };
  writeFileSync(join(dir, 'answers.json'), JSON.stringify(answers));
  const key = join(dir, 'deployer.key');
  writeFileSync(key, toHex(deployer.getHdKey().privateKey ?? new Uint8Array()), { mode: 0o600 });
  // The command creates it.
  const database = (await server.createDatabase()).replace(/\w+$/, 'causeway') + DATABASE_QUERY;
  return {
    ...{ dir, out, chains, feed, database },
    args: [join(dir, 'answers.json'), '--out', out, '--deployer-key', key, '--database', database],
    setLie: (answer) => {
      lie = answer;
    },
    stop: async () => {
      await Promise.all([...chains.map((chain) => chain.stop()), server.stop(), proxy.stop()]);
      rmSync(dir, { recursive: true });
    },
  };
}
