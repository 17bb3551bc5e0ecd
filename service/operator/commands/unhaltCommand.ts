import type { Address, Hash } from 'viem';
import { getAddress } from 'viem';
import { paidEvent } from '#shared/abi/vaultAbi.ts';
import { isSameAddress } from '#shared/address.ts';
import { vaultsOf } from '../../boot/model/catalog.ts';
import type { ChainClient } from '../../chain/chainClient.ts';
import { readRewrite } from '../../chain/chains.ts';
import { describeDepth } from '../../chain/model/depth.ts';
import { isPaymentOf } from '../../chain/paymentRecords.ts';
import type { NonceUse } from '../../chain/transactions.ts';
import { isAnyMined, lookUpPayment, readNonceUse } from '../../chain/transactions.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { chainSubject } from '../../guards/model/pauses.ts';
import type { Json, OrderParameters } from '../../guards/orders.ts';
import type { SenderKey } from '../../payments/model/payment.ts';
import type { Obligation } from '../../payments/obligations.ts';
import { readObligations, toPayment } from '../../payments/obligations.ts';
import type { Sender } from '../../payments/senders.ts';
import { readHaltedSenders, readSender } from '../../payments/senders.ts';
import type { Send } from '../../payments/sends.ts';
import { hasSends, readUnsettledAttempts, readUnsettledSends } from '../../payments/sends.ts';
import type { Command, CommandContext } from './command.ts';
import { CommandRefused, expectArguments, UsageError } from './command.ts';
import { readDecisionsFile } from './decisionsFile.ts';
import { requireChain } from './findInCatalog.ts';
import { describeOrder, giveOrder, runOrder } from './giveOrder.ts';
import { readReread } from './readReread.ts';

/** The outcome of an obligation whose nonce was used by a transaction from outside this database. */
type PaymentOutcome =
  | { readonly outcome: 'unpaid' }
  | { readonly outcome: 'paid'; readonly hash: Hash; readonly amount: string }
  /** The chain has a payment with this id, but its token, recipient or gas drop differs from the obligation. */
  | { readonly outcome: 'other'; readonly hash: Hash };

type DisplacedSend = {
  readonly nonce: number;
  readonly payments: readonly (PaymentOutcome & { readonly transfer: Hash })[];
};

/** The explanation of every nonce of a sender that its chain has used. */
type NonceReport = {
  readonly displaced: readonly DisplacedSend[];
  /** The next nonce that is safe to sign. */
  readonly nextNonce: number;
};

async function readOutcome(client: ChainClient, obligation: Obligation): Promise<PaymentOutcome> {
  const due = toPayment(obligation);
  const judgement = await lookUpPayment(client, due);
  switch (judgement.kind) {
    case 'never':
      return { outcome: 'unpaid' };
    case 'unsure':
      throw new CommandRefused(
        `${client.chain.name} has a payment of transfer ${due.id} that is not final, or that some RPC does not show. Run this command again in a few minutes.`,
      );
    case 'paid': {
      const { transactionHash: hash, amount } = judgement.payment;
      return isPaymentOf(judgement.payment, due)
        ? { outcome: 'paid', hash, amount: String(amount) }
        : { outcome: 'other', hash };
    }
  }
}

type UsedNonces = { readonly database: Database; readonly client: ChainClient; readonly use: NonceUse };

/** @returns null if a stored attempt at the nonce is in a block: the service settles that nonce */
async function explainSend(
  { database, client, use }: UsedNonces,
  send: Send,
  hashes: readonly Hash[],
): Promise<DisplacedSend | null> {
  if (await isAnyMined(client, hashes)) return null;
  const { name, payoutConfirmations } = client.chain;
  if (send.nonce >= use.finallyUsed) {
    throw new CommandRefused(
      `A transaction from outside this database used nonce ${send.nonce} on ${name}, and it is not final yet (it needs ${describeDepth(payoutConfirmations)}). Run this command again in a few minutes.`,
    );
  }
  const payments: DisplacedSend['payments'][number][] = [];
  for (const obligation of await readObligations(database, send)) {
    payments.push({ transfer: obligation.transferId, ...(await readOutcome(client, obligation)) });
  }
  return { nonce: send.nonce, payments };
}

/**
 * Asks every RPC of a chain about each nonce the chain has used.
 * @throws CommandRefused if a nonce can't be explained for certain yet
 */
async function explainNonces(database: Database, client: ChainClient, sender: Sender): Promise<NonceReport> {
  const { name } = client.chain;
  const use = await readNonceUse(client, sender.address).catch((cause: unknown) => {
    throw new CommandRefused(
      `An RPC of ${name} did not answer with the hot wallet's nonce, now and at final depth. The halt stays: ending it needs an answer from every RPC. Repair or remove that RPC in the configuration, then run this command again.`,
      { cause },
    );
  });
  if (use.used > sender.nextNonce && use.finallyUsed < use.used) {
    throw new CommandRefused(
      `${name} has used the hot wallet's nonces up to ${use.used - 1}, but only those up to ${use.finallyUsed - 1} are final. Run this command again in a few minutes.`,
    );
  }
  const attempts = await readUnsettledAttempts(database, sender);
  const displaced: DisplacedSend[] = [];
  for (const send of await readUnsettledSends(database, sender)) {
    if (send.nonce >= use.used) continue;
    const hashes = attempts.filter(({ nonce }) => nonce === send.nonce).map(({ hash }) => hash);
    const explained = await explainSend({ database, client, use }, send, hashes);
    if (explained) displaced.push(explained);
  }
  return { displaced, nextNonce: Math.max(sender.nextNonce, use.used) };
}

function toSenderKey({ chain }: ChainClient): SenderKey {
  return { chainId: chain.id, address: chain.hotWallet };
}

/** A contract that the hot wallet has paid from, and one of its payments. */
type FormerVault = { readonly address: Address; readonly transactionHash: Hash };

/**
 * Searches a chain, from its start block on, for a payment by the hot wallet from a contract that isn't a configured
 * vault. Anyone can emit an event that names the hot wallet, so the transaction must be its own.
 */
async function findFormerVault({ chain, reader }: ChainClient): Promise<FormerVault | null> {
  const known = new Set(vaultsOf(chain).map((vault) => getAddress(vault)));
  const head = await reader.getBlockNumber();
  const step = BigInt(chain.blockRange);
  for (let from = chain.startBlock; from <= head; from += step) {
    const toBlock = from + step - 1n < head ? from + step - 1n : head;
    const range = {
      event: paidEvent,
      args: { payer: chain.hotWallet },
      fromBlock: from,
      toBlock,
      strict: true,
    } as const;
    for (const { address, transactionHash } of await reader.getLogs(range)) {
      if (known.has(getAddress(address))) continue;
      const transaction = await reader.getTransaction({ hash: transactionHash });
      if (isSameAddress(transaction.from, chain.hotWallet)) return { address: getAddress(address), transactionHash };
    }
  }
  return null;
}

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

/** Why the halt of a chain's hot wallet can't be ended: another one is halted, or the whole chain is stopped. */
async function explainNoHalt(database: Queryable, { chain }: ChainClient): Promise<string> {
  const other = (await readHaltedSenders(database)).find(({ chainId }) => chainId === chain.id);
  if (other) {
    return `The halted sender on ${chain.name} is ${other.address}, but this configuration has the hot wallet ${chain.hotWallet}. Correct hotWallet, then run this command again.`;
  }
  const rewrite = await readRewrite(database, chain.id);
  const stop = rewrite === null ? '' : ` The whole chain is stopped: ${rewrite}. To end that, add --from <block>.`;
  return `No sender is halted on ${chain.name}.${stop}`;
}

/**
 * What the order to end a halt needs to know, from every RPC of the chain.
 * @param decisions the former database's, or "none"; null if the operator gave no option
 * @throws CommandRefused
 */
export async function readUnhalt(
  { clients, database }: CommandContext,
  chainId: number,
  decisions: Json,
): Promise<OrderParameters> {
  const client = clients.get(chainId);
  if (!client) throw new Error(`chain ${chainId} has no client`);
  const sender = await readSender(database, toSenderKey(client));
  if (!sender || sender.haltedReason === null) throw new CommandRefused(await explainNoHalt(database, client));
  await refuseUnknownVault(database, client, sender);
  const { displaced, nextNonce } = await explainNonces(database, client, sender);
  const { address, haltedReason: reason, nextNonce: signedUpTo } = sender;
  return { address, reason, signedUpTo, nextNonce, displaced, ...(decisions !== null && { decisions }) };
}

// Instead of a file.
const NO_DECISIONS = 'none';

function describeLeftOut(count: number): readonly string[] {
  if (count === 0) return [];
  const what = count === 1 ? 'decision is about a deposit' : 'decisions are about deposits';
  return [`${count} ${what} before startBlock or on a chain that the configuration lacks. The service never pays it.`];
}

function parseBlock(text: string): bigint {
  if (/^\d{1,15}$/.test(text)) return BigInt(text);
  throw new UsageError(`--from must be a block number in digits, such as 1200; got "${text}".`);
}

export const unhaltCommand: Command = {
  name: 'unhalt',
  usages: ['<chain>', '<chain> --from <block>'],
  summary: 'end a stop that the service made itself: of a halted sender or a rewritten chain',
  details:
    'A halted sender: every nonce that the chain has used must be explained, by a stored attempt in a block or by a final transaction from outside this database. In the second case the payment that was signed for the nonce can never happen: the command proves that its transfer is unpaid and makes it due again, or finds the payment. Every RPC of the chain must answer and agree. First make sure that no other program or person can use the key. On a new database the command also refuses without --decisions, and while the hot wallet has paid from a contract that is not a configured vault. It first applies the decisions to each transfer and pause. A rewritten chain: give the first block that was replaced with --from, or an earlier one; the start block is always safe. The watcher reads again from there: it removes unpaid deposits that are gone, and records an incident for each paid one. First make sure that the chain is the right one, and that no provider serves a fork.',
  options: {
    from: { value: '<block>', help: 'end the stop of a rewritten chain, and read it again from this block' },
    decisions: {
      value: '<file>',
      help: 'what "export --of decisions --json" printed from the former database, or "none". Required in a database that has not signed any payment',
    },
  },
  isChange: true,
  parse: ({ args, options, author }) => {
    const [name = ''] = expectArguments(args, ["the chain's name"]);
    const { decisions: path = null } = options;
    const from = options.from === undefined ? null : parseBlock(options.from);
    if (from !== null && path !== null)
      throw new UsageError('--decisions is for a halted sender, and --from for a rewritten chain.');
    return async (context) => {
      const { id } = requireChain(context.catalog, name);
      const subject = chainSubject(id);
      if (from !== null) {
        const reread = await readReread(context, id, from);
        return runOrder(context, { action: 'reread', subject, parameters: reread, author });
      }
      const isFile = path !== null && path !== NO_DECISIONS;
      const { rows, leftOut } = isFile ? await readDecisionsFile(context.catalog, path) : { rows: path, leftOut: 0 };
      const parameters = await readUnhalt(context, id, rows);
      const order = await giveOrder(context, { action: 'unhalt', subject, parameters, author });
      return describeOrder(context, order, describeLeftOut(leftOut));
    };
  },
};
