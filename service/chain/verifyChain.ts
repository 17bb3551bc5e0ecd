import { erc20Abi } from 'viem';
import { isNativeToken } from '#shared/address.ts';
import type { Catalog, Chain, Deployment } from '../boot/model/catalog.ts';
import { vaultsOf } from '../boot/model/catalog.ts';
import type { Database } from '../db/database.ts';
import type { ChainClient } from './chainClient.ts';
import { readHeader } from './chainClient.ts';
import { findMissingVaults, rememberChain, rememberVaults } from './chains.ts';
import { GAS_PRICE_ORACLE } from './gas.ts';
import { isRefusedByContract, WrongChain } from './rpc/refusals.ts';
import { verifyCode } from './verifyVault.ts';

/**
 * Refuses a configuration whose endpoints serve another chain. A single endpoint can't keep the service from starting:
 * while a quorum of the others serves the chain, its answers don't count, and an incident reports it. An endpoint that
 * doesn't answer may start later.
 * @throws WrongChain
 */
export async function verifyChainIds({
  chain,
  senders,
}: {
  readonly chain: Pick<ChainClient['chain'], 'id' | 'name' | 'quorum'>;
  readonly senders: readonly { getChainId(): Promise<number> }[];
}): Promise<void> {
  const ids = await Promise.all(senders.map((sender) => sender.getChainId().catch(() => null)));
  const wrong = ids.filter((id) => id !== null && id !== chain.id);
  if (senders.length - wrong.length >= chain.quorum) return;
  throw new WrongChain(
    `An RPC of ${chain.name} serves chain ${wrong[0]}, but "id" in the configuration is ${chain.id}. Correct "rpcUrls" or "id".`,
  );
}

/**
 * Compares the configured family with the chain. An OP-stack chain configured as another family would charge fees for
 * each payment that no quote includes.
 * @throws WrongChain
 */
export async function verifyFamily({ chain, reader }: ChainClient): Promise<void> {
  const isOpStack = chain.family === 'opStack';
  if (!isOpStack && chain.category !== 'Mainnet') return;
  const code = await reader.getCode({ address: GAS_PRICE_ORACLE });
  const hasOracle = code !== undefined && code !== '0x';
  if (hasOracle === isOpStack) return;
  throw new WrongChain(
    isOpStack
      ? `${chain.name} has the family opStack, but no gas price oracle at ${GAS_PRICE_ORACLE}. Correct "family" in the configuration.`
      : `${chain.name} has the gas price oracle of an OP-stack chain at ${GAS_PRICE_ORACLE}, but the family ${chain.family}. Set "family" to "opStack": otherwise no quote includes its data fees.`,
  );
}

/**
 * @returns null if the contract at this address doesn't answer like a token.
 * @throws an RPC error
 */
async function readDecimals({ reader }: ChainClient, { address }: Deployment): Promise<number | null> {
  try {
    return await reader.readContract({ address, abi: erc20Abi, functionName: 'decimals' });
  } catch (error) {
    if (isRefusedByContract(error)) return null;
    throw error;
  }
}

async function findProblem(client: ChainClient, deployment: Deployment): Promise<string | null> {
  const { address, decimals } = deployment;
  if (!(await client.reader.getCode({ address }))) {
    return `is ${address}, which has no code. Set the address of the token contract.`;
  }
  const actual = await readDecimals(client, deployment);
  if (actual === null)
    return `is ${address}, whose contract does not answer decimals(). Set the address of an ERC-20 token, or remove the token.`;
  if (actual === decimals) return null;
  return `has ${decimals} decimals in the configuration, but ${actual} on the chain. Set ${actual}.`;
}

/**
 * Compares every token of a chain with its contract. One wrong digit in the decimals would pay ten times too much.
 * @throws WrongChain with a line for each wrong token; an RPC error if the chain is unreachable
 */
export async function verifyTokens({ tokens }: Catalog, client: ChainClient): Promise<void> {
  const { name: chainName } = client.chain;
  const problems = await Promise.all(
    tokens.map(async ({ name, deployments }): Promise<readonly string[]> => {
      const deployment = deployments.get(chainName);
      if (!deployment || isNativeToken(deployment.address)) return [];
      const problem = await findProblem(client, deployment);
      return problem === null ? [] : [`The token ${name} on ${chainName} ${problem}`];
    }),
  );
  if (problems.flat().length > 0) throw new WrongChain(problems.flat().join('\n'));
}

async function verifyDatabase(database: Database, client: ChainClient): Promise<void> {
  const { chain } = client;
  const genesis = await readHeader(client, { blockNumber: 0n });
  const known = await rememberChain(database, {
    chainId: chain.id,
    genesisHash: genesis.hash,
    depositContract: chain.depositContract,
  });
  if (known.genesisHash !== genesis.hash) {
    throw new WrongChain(
      `This database belongs to another chain: ${chain.name} (${chain.id}) had another first block when the database was created. After a restart of a test chain, use a new database.`,
    );
  }
  if (known.depositContract !== chain.depositContract) {
    throw new WrongChain(
      `This database belongs to the deposit contract ${known.depositContract} on ${chain.name}, not to ${chain.depositContract}. Correct "depositContract" in the configuration, or use a new database.`,
    );
  }
  await verifyVaults(database, chain);
}

/** Refuses a configuration that lacks a vault with transfers: another vault would pay again what it has paid. */
async function verifyVaults(database: Database, chain: Chain): Promise<void> {
  const vaults = { chainId: chain.id, vaults: vaultsOf(chain) };
  const [missing] = await findMissingVaults(database, vaults);
  if (missing !== undefined) {
    throw new WrongChain(
      `This database has transfers of the vault ${missing} on ${chain.name}, which the configuration lacks. Add it to "retiredVaults": otherwise what it has paid could be paid again.`,
    );
  }
  await rememberVaults(database, vaults);
}

/**
 * Verifies that configuration, database and chain match before the service reads deposits or pays on the chain.
 * @throws WrongChain; an RPC error if the chain is unreachable
 */
export async function verifyChain(database: Database, client: ChainClient): Promise<void> {
  await verifyChainIds(client);
  await verifyCode(client);
  await verifyDatabase(database, client);
}
