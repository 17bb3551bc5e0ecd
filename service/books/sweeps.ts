import type { Address } from 'viem';
import { parseAbi } from 'viem';
import { paidEvent, vaultAbi, withdrawnEvent } from '#shared/abi/vaultAbi.ts';
import { isSameAddress } from '#shared/address.ts';
import type { Chain, PinnedToken } from '../boot/model/catalog.ts';
import { listDeployed } from '../boot/model/catalog.ts';
import type { ChainClient, Header } from '../chain/chainClient.ts';
import { readHead } from '../chain/chainClient.ts';
import { readVaultRead, readWatches } from '../chain/chains.ts';
import type { BlockRange } from '../chain/model/blockRange.ts';
import { splitRange } from '../chain/model/blockRange.ts';
import { readInHalves, refuseOutside } from '../chain/paymentRecords.ts';
import type { VaultNotice } from '../chain/vaultActions.ts';
import { encodeWithdrawal, readVaultNotices } from '../chain/vaultActions.ts';
import { readScheduledWithdrawals } from '../deposits/withdrawals.ts';
import { readPaidAfter } from '../payments/obligations.ts';
import { readSenders } from '../payments/senders.ts';
import { readVaultBalance } from '../quotes/funds.ts';
import { readOpenTransfers } from '../quotes/liquidity.ts';
import { claimOn } from '../quotes/model/liquidity.ts';
import type { BooksSource } from './compareBooks.ts';
import { listAccounts, readLastBookedBlock } from './compareBooks.ts';
import { isSameAccount, leaveOpen } from './model/openingBalance.ts';
import type { ScheduledWithdrawal, SeenOutflow, SweepRule, VaultFunds } from './model/sweep.ts';
import { sumOutflows, sumScheduled } from './model/sweep.ts';
import type { BookAccount } from './readings.ts';
import { readDifferences, readLatestReadings } from './readings.ts';

/**
 * Reads from the events of a chain's vault what left it in a range of blocks: payouts, refunds and withdrawals. The
 * books miss some of these, such as payments by a stolen key.
 * @throws NoQuorum, InconsistentRpc and every error of the reader: then it is unknown what left
 */
async function readOutflow(client: ChainClient, range: BlockRange): Promise<readonly SeenOutflow[]> {
  const { chain, reader } = client;
  const filter = { address: chain.vault, events: [paidEvent, withdrawnEvent], strict: true } as const;
  const outflows: SeenOutflow[] = [];
  for (const part of splitRange(range, BigInt(chain.blockRange))) {
    const found = await readInHalves(part, async ({ from, to }) => {
      const logs = await reader.getLogs({ ...filter, fromBlock: from, toBlock: to });
      refuseOutside(client, logs, { from, to });
      return logs.map(({ eventName, args }) => ({
        id: eventName === 'Paid' ? args.id : null,
        ...{ token: args.token, amount: args.amount, recipient: args.to },
      }));
    });
    outflows.push(...found);
  }
  return outflows;
}

/** Nothing may be swept, because it is unknown what a vault must keep. The message is a sentence for the operator. */
export class SweepUnknown extends Error {
  readonly code = 'SWEEP_UNKNOWN';
}

// Workers read each new block. Far more unread blocks mean that a worker is down.
const MAX_UNREAD_READS = 20n;

/** @throws SweepUnknown if too many blocks lie between what a worker has read and the newest block */
function refuseFarBehind({ blockRange }: Chain, { what, blocks }: { readonly what: string; readonly blocks: bigint }) {
  if (blocks > MAX_UNREAD_READS * BigInt(blockRange)) throw new SweepUnknown(`${what} is ${blocks} blocks behind`);
}

const scheduleAbi = parseAbi(['function readyAt(bytes action) view returns (uint256)']);

/** The notices that the worker hasn't stored yet. */
async function readUnstored({ database, client }: BooksSource, head: Header): Promise<readonly VaultNotice[]> {
  const { chain } = client;
  const readTo = await readVaultRead(database, chain.id);
  if (readTo === null) throw new SweepUnknown("the worker has not read the vault's events yet");
  refuseFarBehind(chain, { what: 'the vault event reader', blocks: head.number - readTo });
  const notices: VaultNotice[] = [];
  for (const part of splitRange({ from: readTo + 1n, to: head.number }, BigInt(chain.blockRange))) {
    notices.push(...(await readVaultNotices(client, part)));
  }
  return notices;
}

/**
 * Reads the withdrawals that the owner of a chain's vault has scheduled and can still execute. Each is in the database
 * or in later events, and the vault itself says whether it can still be executed.
 * @throws SweepUnknown, NoQuorum and every error of the reader
 */
async function readPendingWithdrawals(source: BooksSource, head: Header): Promise<readonly ScheduledWithdrawal[]> {
  const { database, client } = source;
  const { chain, reader } = client;
  // Events first: whatever the worker stores meanwhile is then in both lists, never in neither.
  const unstored = (await readUnstored(source, head)).flatMap((notice) =>
    notice.kind === 'scheduled' && notice.withdrawal ? [{ ...notice, ...notice.withdrawal }] : [],
  );
  const stored = (await readScheduledWithdrawals(database)).filter(({ chainId }) => chainId === chain.id);
  const known = new Map(
    [...stored, ...unstored]
      .filter(({ vault }) => isSameAddress(vault, chain.vault))
      .map((one) => [encodeWithdrawal(one), one] as const),
  );
  const pending = await Promise.all(
    [...known].map(async ([action, { vault, token, recipient, amount, readyAt, expiresAt }]) => {
      const call = { address: chain.vault, abi: scheduleAbi, functionName: 'readyAt', args: [action] } as const;
      const stands = (await reader.readContract({ ...call, blockNumber: head.number })) !== 0n;
      return stands && expiresAt > head.time ? [{ vault, token, recipient, amount, readyAt, expiresAt }] : [];
    }),
  );
  return pending.flat();
}

// Comparisons run daily. Half a day more leaves time for retries.
const MAX_READING_SECONDS = 129_600;
const MAX_LOOK_SECONDS = 600;
// Minutes on a fast chain. A watcher reads each new block.
const MAX_UNREAD_BLOCKS = 300n;

/** What is owed depends on every chain's deposits, so each chain must have been read up to its newest blocks. */
async function refuseUnread({ catalog, database }: BooksSource): Promise<void> {
  const watches = await readWatches(database);
  for (const { id, name } of catalog.chains) {
    const watch = watches.get(id);
    if (watch?.rewrittenReason) throw new SweepUnknown(`${name} counts as rewritten: ${watch.rewrittenReason}`);
    const ageSeconds = watch?.ageSeconds ?? null;
    if (ageSeconds === null || ageSeconds > MAX_LOOK_SECONDS) {
      throw new SweepUnknown(`the deposits of ${name} were not read in the last 10 minutes`);
    }
    const unread = watch?.unreadBlocks ?? null;
    if (unread === null || unread > MAX_UNREAD_BLOCKS) {
      throw new SweepUnknown(`the deposits of ${name} are not read up to its newest blocks yet`);
    }
  }
}

/**
 * A difference can be money the service owes, and the next comparison starts after it. So unexplained differences must
 * add up to 0. A comparison of other vaults says nothing about these.
 */
async function refuseDiffering({ catalog, database, client }: BooksSource, tokens: readonly Address[]): Promise<void> {
  const { chain } = client;
  const accounts = listAccounts(catalog, chain).filter(({ account }) => account === 'vault');
  const isHere = (one: { readonly chainId: number; readonly account: BookAccount }) =>
    one.chainId === chain.id && one.account === 'vault';
  // Readings first: one that differs is then among the differences.
  const readings = (await readLatestReadings(database)).filter(isHere);
  const unexplained = (await readDifferences(database)).filter((one) => isHere(one) && one.explanation === null);
  for (const token of tokens) {
    const last = readings.find((one) => one.token === token);
    const ofToken = unexplained.filter((one) => one.token === token);
    if (leaveOpen(ofToken) || ofToken.some(({ id }) => id === last?.id)) {
      throw new SweepUnknown('its books differ from its balances, see "causeway list differences"');
    }
    if (last && !accounts.some((key) => isSameAccount(last, key))) {
      throw new SweepUnknown('its books were last compared for vaults other than the configured ones');
    }
    if (!last || last.difference === null || last.ageSeconds > MAX_READING_SECONDS) {
      throw new SweepUnknown('its books were not compared with its balances in the last 36 hours');
    }
  }
}

/**
 * The database and the chains must agree before money leaves, because the claims come from the database.
 * @throws SweepUnknown unless this is certain; DatabaseUnavailable
 */
async function refuseInTrouble(source: BooksSource, tokens: readonly Address[]): Promise<void> {
  const { database, client } = source;
  const halted = (await readSenders(database, client.chain.id)).find(({ haltedReason }) => haltedReason !== null);
  if (halted) throw new SweepUnknown(`the hot wallet ${halted.address} is halted: ${halted.haltedReason}`);
  await refuseUnread(source);
  await refuseDiffering(source, tokens);
}

const ownerAbi = parseAbi(['function owner() view returns (address)', 'function delay() view returns (uint256)']);

/** A vault's balance of a token with a float, and the claims on it. */
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
  /** The newest block's time, which decides when the vault executes. */
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
 * Reads what a chain's vault has of each token with a float, and what unfinished transfers and scheduled withdrawals
 * take.
 *
 * The balance is that of a final block whose deposits, and all before, are stored. Later outflows are subtracted,
 * according to the vault's events and the books; later arrivals don't count. So each unit of the balance is either free
 * or claimed in the database.
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
  refuseFarBehind(chain, { what: 'the last final block with stored deposits', blocks: head.number - settledTo });
  const onChain = await readOutflow(client, { from: settledTo + 1n, to: head.number });
  // After the block, so that its deposits are stored. Before the books' payments: one settled meanwhile counts twice.
  const open = await readOpenTransfers(database, listDeployed(catalog), { chainId: chain.id, outflows: onChain });
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
