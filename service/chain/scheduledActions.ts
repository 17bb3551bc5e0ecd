import type { Address, Hex } from 'viem';
import { decodeFunctionData, parseAbi } from 'viem';
import { actionScheduledEvent } from '#shared/abi/vaultAbi.ts';
import type { BlockRange } from '../domain/blockRange.ts';
import { vaultsOf } from '../domain/catalog.ts';
import type { ChainClient } from './chainClient.ts';

/** An action that the owner of a vault has announced. */
export type ScheduledAction = {
  readonly vault: Address;
  /** The call, such as `addPayer(0x…)`. */
  readonly call: string;
  readonly readyAt: Date;
  readonly expiresAt: Date;
};

const ACTIONS = parseAbi([
  'function setCap(address token, uint112 perPayment, uint112 perWindow)',
  'function withdraw(address token, address to, uint256 amount)',
  'function addPayer(address payer)',
  'function setGuardian(address guardian)',
  'function setOwner(address owner)',
]);

function describeCall(data: Hex): string {
  try {
    const { functionName, args } = decodeFunctionData({ abi: ACTIONS, data });
    return `${functionName}(${args.join(', ')})`;
  } catch {
    return `the unknown call ${data.slice(0, 74)}`;
  }
}

/** Reads the actions that the owners of a chain's vaults scheduled in a range of blocks. */
export async function readScheduledActions(
  { chain, reader }: ChainClient,
  { from, to }: BlockRange,
): Promise<readonly ScheduledAction[]> {
  const logs = await reader.getLogs({
    ...{ address: [...vaultsOf(chain)], event: actionScheduledEvent, fromBlock: from, toBlock: to, strict: true },
  });
  return logs.map(({ address, args }) => ({
    vault: address,
    call: describeCall(args.action),
    readyAt: new Date(Number(args.readyAt) * 1000),
    expiresAt: new Date(Number(args.expiresAt) * 1000),
  }));
}
