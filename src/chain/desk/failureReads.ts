import type { Transaction, TransactionReceipt } from 'viem';
import { BaseError } from 'viem';
import { call } from 'viem/actions';
import type { Failure } from '../../domain/desk/evidence.ts';
import type { ChainClient } from '../chainClients.ts';
import { isRevert, revertReason } from '../chainErrors.ts';

/** A call keeps 1/64 of its gas for what follows, so an inner call without gas leaves a little (EIP-150). */
const isGasUsedUp = (used: bigint, limit: bigint) => used * 64n >= limit * 63n;

/** Nodes have no code for it, only a text. */
const ranOutOfGas = (error: unknown) =>
  error instanceof BaseError && /out of ?gas/i.test(`${error.details} ${error.shortMessage}`);

/**
 * Finds out why a mined transaction failed: replays it on the state of the parent block. Endpoints keep old state for a
 * limited time, so the reason can be missing.
 */
export async function readFailure(
  client: ChainClient,
  { gasUsed, blockNumber }: Pick<TransactionReceipt, 'gasUsed' | 'blockNumber'>,
  transaction: Pick<Transaction, 'from' | 'to' | 'input' | 'value' | 'gas'>,
): Promise<Failure> {
  const { from: account, to, input: data, value, gas } = transaction;
  const outOfGas: Failure = { kind: 'outOfGas', gasLimit: gas };
  const replay = { account, to, data, value, blockNumber: blockNumber - 1n };
  try {
    await call(client, replay);
    // With more gas it would have worked, or an earlier transaction of its block changed the state.
    return isGasUsedUp(gasUsed, gas) ? outOfGas : { kind: 'reverted', reason: null };
  } catch (error) {
    if (ranOutOfGas(error)) return outOfGas;
    return { kind: 'reverted', reason: isRevert(error) ? revertReason(error) : null };
  }
}
