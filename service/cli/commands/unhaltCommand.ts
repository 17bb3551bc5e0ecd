import type { ChainClient } from '../../chain/chainClient.ts';
import { findFormerVault } from '../../chain/formerVaults.ts';
import type { OrderParameters } from '../../db/orders.ts';
import type { Sender } from '../../db/senders.ts';
import { readSender } from '../../db/senders.ts';
import { hasSends } from '../../db/sends.ts';
import { chainSubject } from '../../domain/pauses.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandRefused } from '../command.ts';
import { requireChain } from '../findInCatalog.ts';
import { runOrder } from '../giveOrder.ts';
import { expectArguments } from '../parseArguments.ts';
import { explainNonces } from './explainNonces.ts';
import { toSenderKey } from './haltsCommand.ts';

/** A new database learns from the chain what was paid, so the configuration must have every vault that has paid. */
async function refuseUnknownVault(
  database: CommandContext['database'],
  client: ChainClient,
  sender: Sender,
): Promise<void> {
  if (await hasSends(database, sender)) return;
  const found = await findFormerVault(client).catch((cause: unknown) => {
    throw new CommandRefused(
      `The RPCs of ${client.chain.name} did not answer which contracts the hot wallet has paid from. Run this command again.`,
      { cause },
    );
  });
  if (!found) return;
  throw new CommandRefused(
    `The hot wallet has paid from ${found.address} on ${client.chain.name}, for example in ${found.transactionHash}, and the configuration has no such vault. Add it to "retiredVaults" and restart: otherwise what it has paid would be paid again.`,
  );
}

/** What the order to end a halt needs to know, from every RPC of the chain. @throws CommandRefused */
export async function readUnhalt({ clients, database }: CommandContext, chainId: number): Promise<OrderParameters> {
  const client = clients.get(chainId);
  if (!client) throw new Error(`chain ${chainId} has no client`);
  const sender = await readSender(database, toSenderKey(client));
  if (!sender || sender.haltedReason === null) {
    throw new CommandRefused(`No sender is halted on ${client.chain.name}.`);
  }
  await refuseUnknownVault(database, client, sender);
  const { displaced, nextNonce } = await explainNonces(database, client, sender);
  const { address, haltedReason: reason, nextNonce: signedUpTo } = sender;
  return { address, reason, signedUpTo, nextNonce, displaced };
}

export const unhaltCommand: Command = {
  name: 'unhalt',
  usages: ['<chain>'],
  summary: 'end the halt of a sender, once every nonce that the chain has used is explained',
  details:
    'A nonce is explained by a stored attempt in a block, or by a final transaction from outside this database. In the second case the payment that was signed for the nonce can never happen: the command proves that its transfer is unpaid and makes it due again, or finds the payment. Every RPC of the chain must answer and agree. First make sure that no other program or person can use the key. On a new database the command also refuses while the hot wallet has paid from a contract that is no vault of the configuration.',
  options: {},
  isChange: true,
  parse: ({ args, author }) => {
    const [name = ''] = expectArguments(args, ["the chain's name"]);
    return async (context) => {
      const { id } = requireChain(context.catalog, name);
      const parameters = await readUnhalt(context, id);
      return runOrder(context, { action: 'unhalt', subject: chainSubject(id), parameters, author });
    };
  },
};
