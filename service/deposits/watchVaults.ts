import { isSameAddress } from '#shared/address.ts';
import type { ChainClient } from '../chain/chainClient.ts';
import { readHead, readLastDeepBlock } from '../chain/chainClient.ts';
import { moveVaultRead, readVaultRead } from '../chain/chains.ts';
import type { VaultNotice } from '../chain/vaultActions.ts';
import { formatVaultCall, isActionOf, readVaultNotices } from '../chain/vaultActions.ts';
import type { Transaction } from '../db/database.ts';
import { recordIncident } from '../db/incidents.ts';
import type { EngineContext } from '../engineContext.ts';
import { endWithdrawals, readScheduledWithdrawals, storeWithdrawal } from './withdrawals.ts';

// A scheduled action waits for hours, so checking every half minute is early enough.
const LOOK_EVERY_MS = 30_000;
// As long as a scheduled action can be executed at most. A new database reads what is older, too.
const REMOVAL_IS_NEWS_MS = 7 * 86_400_000;

/** Stores that a withdrawal was scheduled or ended. */
async function storeNotice(transaction: Transaction, chainId: number, notice: VaultNotice): Promise<void> {
  const { vault, block } = notice;
  if (notice.kind === 'allEnded') await endWithdrawals(transaction, { chainId, vault, block, withdrawal: null });
  if (notice.kind === 'scheduled' && notice.withdrawal) {
    const { readyAt, expiresAt, withdrawal } = notice;
    // The guardian's approval announces it again, with another time.
    await endWithdrawals(transaction, { chainId, vault, block, withdrawal });
    await storeWithdrawal(transaction, chainId, { ...withdrawal, vault, readyAt, expiresAt });
  }
  if (notice.kind === 'ended') {
    const open = await readScheduledWithdrawals(transaction);
    const ofVault = open.filter((one) => one.chainId === chainId && isSameAddress(one.vault, vault));
    const found = ofVault.find((one) => isActionOf(one, notice.actionHash));
    if (found) await endWithdrawals(transaction, { chainId, vault, block, withdrawal: found });
  }
}

/**
 * Creates the worker that reads the vaults' events in final blocks. A thief of the owner's key has to schedule a
 * withdrawal or a new payer, so each scheduled call is an incident: the operator sees it before it can be executed.
 * Removing a payer is also an incident, because it stops payments at once and permanently. A call that an operator has
 * announced raises no alert. The worker stores the withdrawals too, because a sweep must exclude their money.
 */
export function createVaultWatcher(context: EngineContext, client: ChainClient): () => Promise<boolean> {
  const { database, clock, logger } = context;
  const { id: chainId, name, startBlock, payoutConfirmations, blockRange } = client.chain;
  let lookedAt = Number.NEGATIVE_INFINITY;

  const report = async (
    transaction: Transaction,
    { vault, call, detail }: { readonly vault: string; readonly call: string; readonly detail: string },
  ): Promise<void> => {
    const order = await recordIncident(transaction, { kind: 'actionScheduled', chainId, detail, call });
    if (order === null) logger.fatal({ chain: name, vault, call, detail }, 'unannounced vault action found');
    else logger.warn({ chain: name, vault, call, detail, order }, 'announced vault action found');
  };

  const reportNotice = async (transaction: Transaction, notice: VaultNotice): Promise<void> => {
    const { vault } = notice;
    const owner = `the owner of the vault ${vault} on ${name}`;
    if (notice.kind === 'payerRemoved' && notice.at.getTime() > clock.now().getTime() - REMOVAL_IS_NEWS_MS) {
      const { payer } = notice;
      const call = formatVaultCall({ name: 'removePayer', args: [payer] });
      await report(transaction, { vault, call, detail: `${owner} removed the payer ${payer}` });
    }
    if (notice.kind !== 'scheduled' || notice.expiresAt <= clock.now()) return;
    const { call, readyAt } = notice;
    const detail = `${owner} scheduled ${call}; it can be executed from ${readyAt.toISOString()}`;
    await report(transaction, { vault, call, detail });
  };

  return async () => {
    const now = clock.now().getTime();
    if (now - lookedAt < LOOK_EVERY_MS) return false;
    const last = await readLastDeepBlock(client.reader, payoutConfirmations, (await readHead(client)).number);
    const readTo = await readVaultRead(database, chainId);
    const from = readTo === null ? startBlock : readTo + 1n;
    const range = {
      from: from < 0n ? 0n : from,
      to: last < from + BigInt(blockRange) ? last : from + BigInt(blockRange) - 1n,
    };
    if (range.to >= last) lookedAt = now;
    if (range.to < range.from) return false;
    const notices = await readVaultNotices(client, range);
    await database.transaction(async (transaction) => {
      if (!(await moveVaultRead(transaction, { chainId, from: readTo, to: range.to }))) return;
      for (const notice of notices) {
        await storeNotice(transaction, chainId, notice);
        await reportNotice(transaction, notice);
      }
    });
    return range.to < last;
  };
}
