import type { ChainClient } from '../../chain/chainClient.ts';
import { readHead } from '../../chain/chainClient.ts';
import { readNonceAt } from '../../chain/transactions.ts';
import { findForgotten } from '../../db/journal.ts';
import { haltSender } from '../../db/senders.ts';
import type { EngineContext } from '../engineContext.ts';

/** Nonces below this are used for good; nothing that was sent at one of them can still be mined. */
async function readFinalNonce({ logger }: EngineContext, client: ChainClient): Promise<number> {
  const { chain } = client;
  try {
    const { number } = await readHead(client);
    const block = number - BigInt(chain.payoutConfirmations) + 1n;
    return block < 0n ? 0 : await readNonceAt(client, chain.maker, block);
  } catch (error) {
    // Full nodes soon forget what an account's nonce was. Then everything counts that the database has forgotten.
    logger.warn({ err: error, chain: chain.name }, 'which nonces are used for good is not known');
    return 0;
  }
}

/**
 * Compares the journals with the database, before anything is paid on a chain. A database that lacks an attempt was restored
 * from a backup: the attempt may be mined any time, so its sender is halted until a person looked. A nonce that is used for good
 * needs no journal: the chain itself shows it, and what was paid at it.
 */
export async function checkJournal(context: EngineContext, client: ChainClient): Promise<void> {
  const { database, journal, logger } = context;
  const { chain } = client;
  if (!journal) return;
  const sender = { chainId: chain.id, address: chain.maker };
  const forgotten = await findForgotten(database, journal, sender);
  if (forgotten.length === 0) return;
  const finalNonce = await readFinalNonce(context, client);
  const open = forgotten.filter(({ nonce }) => nonce >= finalNonce);
  const [first] = open;
  if (!first) return;
  const reason = `the journal has ${open.length} signed attempts on ${chain.name} that this database does not know, such as ${first.hash} at nonce ${first.nonce}; was it restored from a backup?`;
  await haltSender(database, sender, reason);
  logger.fatal({ chain: chain.name, attempts: open.length }, `payments are halted: ${reason}`);
}
