import type { ChainClient } from '../../chain/chainClient.ts';
import { findFormerVault } from '../../chain/formerVaults.ts';
import { applyEvent } from '../../db/applyEvents.ts';
import type { Transaction } from '../../db/database.ts';
import { clearHalt, displaceSend, lockSend } from '../../db/displacedSends.ts';
import { recordIncident } from '../../db/incidents.ts';
import { closeObligations } from '../../db/obligations.ts';
import { recordAction } from '../../db/operatorActions.ts';
import type { Sender } from '../../db/senders.ts';
import { lockSender, readSender } from '../../db/senders.ts';
import { hasSends } from '../../db/sends.ts';
import { chainSubject } from '../../domain/pauses.ts';
import { because } from '../../domain/reason.ts';
import { demandApproval } from '../approval.ts';
import type { Author, Command, CommandContext } from '../command.ts';
import { CommandRefused } from '../command.ts';
import { requireChain } from '../findInCatalog.ts';
import { expectArguments } from '../parseArguments.ts';
import type { DisplacedPayment, NonceReport, PaymentOutcome } from './explainNonces.ts';
import { explainNonces } from './explainNonces.ts';
import { toSenderKey } from './haltsCommand.ts';

type Unhalt = { readonly client: ChainClient; readonly sender: Sender; readonly author: Author };

function describeOutcome(outcome: PaymentOutcome): string {
  switch (outcome.kind) {
    case 'unpaid':
      return 'unpaid and due again';
    case 'paid':
      return `already paid in ${outcome.hash}`;
    case 'other':
      return `replaced by a different payment in ${outcome.hash}; compare it with "show" before you do anything else`;
  }
}

async function applyOutcome(
  transaction: Transaction,
  { client, author }: Unhalt,
  { nonce, obligation, outcome }: DisplacedPayment & { readonly nonce: number },
): Promise<string> {
  const { transferId: id, kind } = obligation;
  const { chain } = client;
  const detail = `a transaction from outside this database used nonce ${nonce} on ${chain.name}; the ${kind} is ${describeOutcome(outcome)}`;
  if (outcome.kind === 'unpaid') {
    await closeObligations(transaction, [id], 'void');
    const event = kind === 'payout' ? 'payoutReverted' : 'refundReverted';
    await applyEvent(transaction, { id, event, detail, fields: { note: null, retryAt: null } });
  } else if (outcome.kind === 'paid') {
    await closeObligations(transaction, [id], 'paid');
    const event = kind === 'payout' ? 'payoutDelivered' : 'refundDelivered';
    const fields = { settledHash: outcome.hash, settledAmount: outcome.amount, note: null };
    await applyEvent(transaction, { id, event, detail, fields });
  } else {
    // The obligation stays, so the service never pays this transfer again.
    await recordIncident(transaction, { kind: 'paymentUnproven', chainId: chain.id, transferId: id, detail });
    const reason = because('payment_differs', 'the chain has a payment of it that differs from the one that was due');
    if (kind === 'payout') await applyEvent(transaction, { id, event: 'heldBack', detail, fields: { reason } });
  }
  await recordAction(transaction, { ...author, action: 'unhalt', subject: chain.name, detail, transferId: id });
  return `Transfer ${id}: ${detail}.`;
}

/** Stores every outcome and the end of the halt in one transaction. It locks sends before their sender. */
async function storeReport(
  context: CommandContext,
  unhalt: Unhalt,
  { displaced, nextNonce }: NonceReport,
): Promise<readonly string[]> {
  const { client, sender, author } = unhalt;
  const { name, id: chainId } = client.chain;
  return context.database.transaction(async (transaction) => {
    for (const { send } of displaced) {
      if (!(await lockSend(transaction, send)))
        throw new CommandRefused(`Nonce ${send.nonce} on ${name} settled while this command ran. Run it again.`);
    }
    const current = await lockSender(transaction, sender);
    if (current?.haltedReason !== sender.haltedReason || current?.nextNonce !== sender.nextNonce) {
      throw new CommandRefused(`The halt of ${name} changed while this command read the chain. Run it again.`);
    }
    await demandApproval(context, transaction, {
      action: 'unhalt',
      subjects: [chainSubject(chainId)],
      amounts: null,
      summary: `unhalt ${name}, halted because ${sender.haltedReason}`,
    });
    const lines: string[] = [];
    for (const { send, payments } of displaced) {
      await displaceSend(transaction, send);
      for (const payment of payments) {
        lines.push(await applyOutcome(transaction, unhalt, { ...payment, nonce: send.nonce }));
      }
    }
    await clearHalt(transaction, sender, nextNonce);
    const detail = `halted because ${sender.haltedReason}; the next nonce is ${nextNonce}`;
    await recordAction(transaction, { ...author, action: 'unhalt', subject: name, detail, transferId: null });
    return lines;
  });
}

/** A new database learns from the chain what was paid, so the configuration must have every vault that has paid. */
async function refuseUnknownVault({ database }: CommandContext, client: ChainClient, sender: Sender): Promise<void> {
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
      const client = context.clients.get(requireChain(context.catalog, name).id);
      const sender = client && (await readSender(context.database, toSenderKey(client)));
      if (!client || !sender || sender.haltedReason === null) {
        throw new CommandRefused(`No sender is halted on ${name}.`);
      }
      await refuseUnknownVault(context, client, sender);
      const report = await explainNonces(context.database, client, sender);
      const done = await storeReport(context, { client, sender, author }, report);
      const { nextNonce } = report;
      const last = `${name} is no longer halted. Its next nonce is ${nextNonce}.`;
      return { json: { chain: name, nextNonce, done }, lines: [...done, last] };
    };
  },
};
