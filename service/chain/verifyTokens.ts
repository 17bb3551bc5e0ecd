import { BaseError, ContractFunctionRevertedError, ContractFunctionZeroDataError, erc20Abi } from 'viem';
import { isNativeToken } from '#shared/address.ts';
import type { Catalog, Deployment } from '../domain/catalog.ts';
import type { ChainClient } from './chainClient.ts';
import { WrongChain } from './wrongChain.ts';

/** @returns null when the contract at this address does not answer like a token. @throws an RPC error */
async function readDecimals({ reader }: ChainClient, { address }: Deployment): Promise<number | null> {
  try {
    return await reader.readContract({ address, abi: erc20Abi, functionName: 'decimals' });
  } catch (error) {
    const isAnswer = (cause: unknown) =>
      cause instanceof ContractFunctionRevertedError || cause instanceof ContractFunctionZeroDataError;
    if (error instanceof BaseError && error.walk(isAnswer)) return null;
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
    return `is ${address}, whose contract does not answer decimals(). Set the address of an ERC-20 token.`;
  if (actual === decimals) return null;
  return `has ${decimals} decimals in the configuration, but ${actual} on the chain. Set ${actual}.`;
}

/**
 * Compares every token of a chain with its contract. One wrong digit of the decimals would pay ten times too much.
 * @throws WrongChain with a line for each wrong token; an RPC error when the chain is unreachable
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
