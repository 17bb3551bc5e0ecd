import type { ChainClient } from '../../chain/chainClient.ts';
import { readHead } from '../../chain/chainClient.ts';
import { readLastDeepBlock } from '../../chain/lastDeepBlock.ts';
import { readScheduledActions } from '../../chain/scheduledActions.ts';
import { recordIncident } from '../../db/incidents.ts';
import { moveVaultRead, readVaultRead } from '../../db/vaults.ts';
import type { EngineContext } from '../engineContext.ts';

// A scheduled action waits for hours, so a look each half minute is early enough.
const LOOK_EVERY_MS = 30_000;

/**
 * Creates the worker that reads the events of the vaults in final blocks. A thief of the owner's key has to announce a
 * withdrawal or a new payer, so each announcement is an incident: the operator sees it before it can be executed.
 */
export function createVaultWatcher(context: EngineContext, client: ChainClient): () => Promise<boolean> {
  const { database, clock, logger } = context;
  const { id: chainId, name, startBlock, payoutConfirmations, blockRange } = client.chain;
  let lookedAt = Number.NEGATIVE_INFINITY;

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
    const actions = await readScheduledActions(client, range);
    await database.transaction(async (transaction) => {
      if (!(await moveVaultRead(transaction, { chainId, from: readTo, to: range.to }))) return;
      for (const { vault, call, readyAt } of actions.filter(({ expiresAt }) => expiresAt.getTime() > now)) {
        const detail = `the owner of the vault ${vault} on ${name} scheduled ${call}; it can be executed from ${readyAt.toISOString()}`;
        await recordIncident(transaction, { kind: 'actionScheduled', chainId, detail });
        logger.fatal({ chain: name, vault, call, readyAt }, 'vault action scheduled by its owner');
      }
    });
    return range.to < last;
  };
}
