import type { ChainClient } from '../../chain/chainClient.ts';
import { readHead } from '../../chain/chainClient.ts';
import { readNonceAt } from '../../chain/transactions.ts';
import { findForgotten } from '../../db/journal.ts';
import { haltSender } from '../../db/senders.ts';
import type { EngineContext } from '../engineContext.ts';

/** The lowest nonce that is not final. No attempt below it can still be mined. */
async function readFinalNonce({ logger }: EngineContext, client: ChainClient): Promise<number> {
  const { chain } = client;
  try {
    const { number } = await readHead(client);
    const block = number - BigInt(chain.payoutConfirmations) + 1n;
    return block < 0n ? 0 : await readNonceAt(client, chain.hotWallet, block);
  } catch (error) {
    // Full nodes soon drop old account states. Without the state, any attempt that the database lacks halts the sender.
    logger.warn({ err: error, chain: chain.name }, 'final nonce read failed, comparing the whole journal');
    return 0;
  }
}

/**
 * Compares the journals with the database before the first payment on a chain. A database that lacks an attempt was restored
 * from a backup. The attempt can still be mined, so this halts its sender until an operator ends the halt. Final nonces need
 * no journal, because the chain shows their payments.
 */
export async function compareJournal(context: EngineContext, client: ChainClient): Promise<void> {
  const { database, journal, logger } = context;
  const { chain } = client;
  if (!journal) return;
  const sender = { chainId: chain.id, address: chain.hotWallet };
  const forgotten = await findForgotten(database, journal, sender);
  if (forgotten.length === 0) return;
  const finalNonce = await readFinalNonce(context, client);
  const open = forgotten.filter(({ nonce }) => nonce >= finalNonce);
  const [first] = open;
  if (!first) return;
  const reason = `the journal has ${open.length} signed attempts on ${chain.name} that this database lacks, for example ${first.hash} at nonce ${first.nonce}; was the database restored from a backup?`;
  await haltSender(database, sender, reason);
  logger.fatal({ chain: chain.name, attempts: open.length }, `payments halted: ${reason}`);
}
