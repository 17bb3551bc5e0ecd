import type { ChainClient } from '../chain/chainClient.ts';
import type { Transaction } from '../db/database.ts';
import { clearHalt, displaceSend, holdSend } from '../db/displacedSends.ts';
import { recordIncident } from '../db/incidents.ts';
import { closeObligation } from '../db/obligations.ts';
import { recordAction } from '../db/operatorActions.ts';
import type { Sender, SenderKey } from '../db/senders.ts';
import { lockSender, readSender } from '../db/senders.ts';
import { applyEvent } from '../db/transfers.ts';
import type { Author, Command, CommandContext } from './command.ts';
import { Refused } from './command.ts';
import type { Displaced, Fate, Judgement } from './judgeNonces.ts';
import { judgeNonces } from './judgeNonces.ts';
import { pickChain, takeWords } from './readWords.ts';
import { alignTable } from './words.ts';

function toSenderKey({ chain }: ChainClient): SenderKey {
  return { chainId: chain.id, address: chain.maker };
}

export const haltsCommand: Command = {
  name: 'halts',
  forms: [''],
  summary: 'list the senders that are halted, and why',
  explanation: 'Nothing is signed or sent by a halted sender.',
  options: {},
  changes: false,
  read: ({ words }) => {
    takeWords(words, []);
    return async ({ database, clients }) => {
      const senders = await Promise.all(
        [...clients.values()].map(async (client) => ({
          chain: client.chain.name,
          sender: await readSender(database, toSenderKey(client)),
        })),
      );
      const halted = senders.flatMap(({ chain, sender }) =>
        sender && sender.haltedReason !== null ? [{ chain, ...sender }] : [],
      );
      const rows = halted.map(({ chain, address, nextNonce, haltedReason }) => [
        chain,
        address,
        String(nextNonce),
        haltedReason ?? '',
      ]);
      const headings = ['chain', 'sender', 'next nonce', 'why'];
      return { json: halted, lines: rows.length === 0 ? ['No sender is halted.'] : alignTable(headings, rows) };
    };
  },
};

type Unhalt = { readonly client: ChainClient; readonly sender: Sender; readonly author: Author };

function sayFate(fate: Fate): string {
  switch (fate.kind) {
    case 'unpaid':
      return 'unpaid, and due anew';
    case 'paid':
      return `found paid in ${fate.hash}`;
    case 'other':
      return `another payment than the due one was found in ${fate.hash}; a person has to look at it`;
  }
}

async function applyFate(
  transaction: Transaction,
  { client, author }: Unhalt,
  { nonce, obligation, fate }: Displaced['fates'][number] & { readonly nonce: number },
): Promise<string> {
  const { transferId: id, kind } = obligation;
  const { chain } = client;
  const detail = `nonce ${nonce} on ${chain.name} was used from elsewhere; its ${kind} is ${sayFate(fate)}`;
  if (fate.kind === 'unpaid') {
    await closeObligation(transaction, id, 'void');
    const event = kind === 'payout' ? 'payoutReverted' : 'refundReverted';
    await applyEvent(transaction, { id, event, detail, fields: { note: null, retryAt: null } });
  } else if (fate.kind === 'paid') {
    await closeObligation(transaction, id, 'paid');
    const event = kind === 'payout' ? 'payoutDelivered' : 'refundDelivered';
    const fields = { settledHash: fate.hash, settledAmount: fate.amount, note: null };
    await applyEvent(transaction, { id, event, detail, fields });
  } else {
    // The obligation stays, so nothing else is ever paid for it.
    await recordIncident(transaction, { kind: 'paymentUnproven', chainId: chain.id, transferId: id, detail });
    const reason = 'another payment than the due one was made for it';
    if (kind === 'payout') await applyEvent(transaction, { id, event: 'heldBack', detail, fields: { reason } });
  }
  await recordAction(transaction, { ...author, action: 'unhalt', subject: chain.name, detail, transferId: id });
  return `Transfer ${id}: ${detail}.`;
}

/** Everything that was judged is stored with the end of the halt, or nothing is. Sends are locked before their sender. */
async function storeJudgement(
  { database }: CommandContext,
  unhalt: Unhalt,
  { displaced, nextNonce }: Judgement,
): Promise<readonly string[]> {
  const { client, sender, author } = unhalt;
  const { name } = client.chain;
  return database.transaction(async (transaction) => {
    for (const { send } of displaced) {
      if (!(await holdSend(transaction, send)))
        throw new Refused(`Nonce ${send.nonce} was settled meanwhile; try again.`);
    }
    const current = await lockSender(transaction, sender);
    if (current?.haltedReason !== sender.haltedReason || current?.nextNonce !== sender.nextNonce) {
      throw new Refused(`The halt of ${name} changed while the chain was read; try again.`);
    }
    const lines: string[] = [];
    for (const { send, fates } of displaced) {
      await displaceSend(transaction, send);
      for (const fate of fates) lines.push(await applyFate(transaction, unhalt, { ...fate, nonce: send.nonce }));
    }
    await clearHalt(transaction, sender, nextNonce);
    const detail = `was halted because ${sender.haltedReason}; the next nonce is ${nextNonce}`;
    await recordAction(transaction, { ...author, action: 'unhalt', subject: name, detail, transferId: null });
    return lines;
  });
}

export const unhaltCommand: Command = {
  name: 'unhalt',
  forms: ['<chain>'],
  summary: 'let a halted sender sign again, after a check of every nonce that its chain has used',
  explanation:
    'Each has to be explained: by a stored attempt in a block, or by a transaction from elsewhere that is final. What was signed for the nonces of the latter can never happen; each of their transfers is proven unpaid and paid anew, or found paid. Every RPC of the chain has to agree. First make sure that whoever used the key does not have it any more.',
  options: {},
  changes: true,
  read: ({ words, author }) => {
    const [name = ''] = takeWords(words, ["The chain's name"]);
    return async (context) => {
      const client = context.clients.get(pickChain(context.catalog, name).id);
      const sender = client && (await readSender(context.database, toSenderKey(client)));
      if (!client || !sender || sender.haltedReason === null) throw new Refused(`No sender is halted on ${name}.`);
      const judgement = await judgeNonces(context.database, client, sender);
      const done = await storeJudgement(context, { client, sender, author }, judgement);
      const { nextNonce } = judgement;
      const last = `${name} is not halted any more; its next nonce is ${nextNonce}.`;
      return { json: { chain: name, nextNonce, done }, lines: [...done, last] };
    };
  },
};
