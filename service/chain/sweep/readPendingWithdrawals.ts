import { parseAbi } from 'viem';
import { isSameAddress } from '#shared/address.ts';
import { readVaultRead } from '../../db/vaults.ts';
import { readScheduledWithdrawals } from '../../db/withdrawals.ts';
import { splitRange } from '../../domain/blockRange.ts';
import type { ScheduledWithdrawal } from '../../domain/sweep.ts';
import type { BooksSource } from '../books/compareBooks.ts';
import type { Header } from '../header.ts';
import type { VaultNotice } from '../vaultActions.ts';
import { encodeWithdrawal, readVaultNotices } from '../vaultActions.ts';
import { refuseFarBehind, SweepUnknown } from './sweepUnknown.ts';

const scheduleAbi = parseAbi(['function readyAt(bytes action) view returns (uint256)']);

/** The notices that the worker has not stored yet. */
async function readUnstored({ database, client }: BooksSource, head: Header): Promise<readonly VaultNotice[]> {
  const { chain } = client;
  const readTo = await readVaultRead(database, chain.id);
  if (readTo === null) throw new SweepUnknown("the worker has not read the vault's events yet");
  refuseFarBehind(chain, { what: "the reading of the vault's events", blocks: head.number - readTo });
  const notices: VaultNotice[] = [];
  for (const part of splitRange({ from: readTo + 1n, to: head.number }, BigInt(chain.blockRange))) {
    notices.push(...(await readVaultNotices(client, part)));
  }
  return notices;
}

/**
 * Reads the withdrawals that the owner of a chain's vault has scheduled and can still execute. Each one is in the database or in
 * the events since, and the vault itself says whether it still stands.
 * @throws SweepUnknown, NoQuorum and every error of the reader
 */
export async function readPendingWithdrawals(
  source: BooksSource,
  head: Header,
): Promise<readonly ScheduledWithdrawal[]> {
  const { database, client } = source;
  const { chain, reader } = client;
  // The events first: what the worker stores meanwhile is then in both lists, and never in none.
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
