import type { Address } from 'viem';
import { parseAbi } from 'viem';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import { readOpenTransfers } from '../../db/claims.ts';
import { readPaidAfter } from '../../db/obligations.ts';
import type { PinnedToken } from '../../domain/catalog.ts';
import { claimOn } from '../../domain/claims.ts';
import type { ScheduledWithdrawal, SweepRule, VaultFunds } from '../../domain/sweep.ts';
import { sumOutflows, sumScheduled } from '../../domain/sweep.ts';
import type { BooksSource } from '../books/compareBooks.ts';
import { readLastBookedBlock } from '../books/compareBooks.ts';
import { readHead } from '../chainClient.ts';
import { readVaultBalance } from '../funds.ts';
import { readOutflow } from './readOutflow.ts';
import { readPendingWithdrawals } from './readPendingWithdrawals.ts';
import { refuseInTrouble } from './refuseInTrouble.ts';
import { refuseFarBehind, SweepUnknown } from './sweepUnknown.ts';

const ownerAbi = parseAbi(['function owner() view returns (address)', 'function delay() view returns (uint256)']);

/** What a vault has of a token with a float, and what is promised of it. */
export type TokenSweep = PinnedToken & {
  readonly rule: SweepRule;
  readonly funds: VaultFunds;
  readonly pending: readonly ScheduledWithdrawal[];
};

export type ChainSweeps = {
  readonly owner: Address;
  readonly delaySeconds: bigint;
  /** A paused vault executes no withdrawal. */
  readonly isPaused: boolean;
  /** The time of the newest block, which decides when the vault executes. */
  readonly now: Date;
  readonly tokens: readonly TokenSweep[];
};

export function listSweptTokens({ catalog, client }: Pick<BooksSource, 'catalog' | 'client'>) {
  return catalog.tokens.flatMap((token) => {
    const deployment = token.deployments.get(client.chain.name);
    return deployment?.sweep ? [{ token, deployment, rule: deployment.sweep }] : [];
  });
}

/**
 * Reads what the vault of a chain has of each token with a float, and what unfinished transfers and the owner's schedule take.
 *
 * The balance is that of a final block of which every deposit is stored. What left later is subtracted, by the events of the vault
 * and by the books, and what arrived later does not count. So each unit of the balance is either free, or in a claim of the database.
 * @throws SweepUnknown, NoQuorum, DatabaseUnavailable and every error of the reader: then nothing may be swept
 */
export async function readSweeps(source: BooksSource): Promise<ChainSweeps> {
  const { catalog, database, client } = source;
  const { chain, reader } = client;
  const listed = listSweptTokens(source);
  await refuseInTrouble(
    source,
    listed.map(({ deployment }) => deployment.address),
  );
  const settledTo = await readLastBookedBlock(source);
  if (settledTo === null) throw new SweepUnknown('the service has not read a final block of it yet');
  const head = await readHead(client);
  refuseFarBehind(chain, { what: 'the last final block whose deposits are stored', blocks: head.number - settledTo });
  const onChain = await readOutflow(client, { from: settledTo + 1n, to: head.number });
  // After the block, so that its deposits are stored. Before the payments of the books: one that is settled meanwhile counts twice.
  const open = await readOpenTransfers(database, { chainId: chain.id, outflows: onChain });
  const inBooks = await readPaidAfter(database, { chainId: chain.id, atBlock: settledTo });
  const pending = await readPendingWithdrawals(source, head);
  const call = { address: chain.vault, abi: ownerAbi, blockNumber: head.number } as const;
  const [owner, delaySeconds, isPaused, tokens] = await Promise.all([
    reader.readContract({ ...call, functionName: 'owner' }),
    reader.readContract({ ...call, functionName: 'delay' }),
    reader.readContract({ ...call, abi: vaultAbi, functionName: 'paused' }),
    Promise.all(
      listed.map(async (swept): Promise<TokenSweep> => {
        const token = swept.deployment.address;
        const ofToken = pending.filter((one) => one.token === token);
        const [settled, newest] = await Promise.all([
          readVaultBalance(client, { token, blockNumber: settledTo }),
          readVaultBalance(client, { token, blockNumber: head.number }),
        ]);
        const leftSince = sumOutflows(token, { onChain, inBooks });
        const claims = claimOn(catalog, { chain, token }, open);
        return {
          ...swept,
          pending: ofToken,
          funds: { settled, newest, leftSince, claims, scheduled: sumScheduled(ofToken, newest) },
        };
      }),
    ),
  ]);
  return { owner, delaySeconds, isPaused, now: head.time, tokens };
}
