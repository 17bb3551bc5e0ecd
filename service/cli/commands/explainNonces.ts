import type { Hash } from 'viem';
import type { ChainClient } from '../../chain/chainClient.ts';
import type { NonceUse } from '../../chain/nonceUse.ts';
import { isAnyMined, lookUpPayment, readNonceUse } from '../../chain/nonceUse.ts';
import { readUnsettledAttempts } from '../../db/attempts.ts';
import type { Database } from '../../db/database.ts';
import type { Obligation } from '../../db/obligations.ts';
import { readObligations } from '../../db/obligations.ts';
import type { Sender } from '../../db/senders.ts';
import type { Send } from '../../db/sends.ts';
import { readUnsettledSends } from '../../db/sends.ts';
import { describeDepth } from '../../domain/depth.ts';
import { CommandRefused } from '../command.ts';

/** The outcome of an obligation whose nonce a transaction from outside this database has used. */
type PaymentOutcome =
  | { readonly outcome: 'unpaid' }
  | { readonly outcome: 'paid'; readonly hash: Hash; readonly amount: string }
  /** The chain has a payment with this id, but its token or recipient differs from the obligation. */
  | { readonly outcome: 'other'; readonly hash: Hash };

type DisplacedSend = {
  readonly nonce: number;
  readonly payments: readonly (PaymentOutcome & { readonly transfer: Hash })[];
};

/** The explanation of every nonce of a sender that its chain has used. */
export type NonceReport = {
  readonly displaced: readonly DisplacedSend[];
  /** The next nonce that is safe to sign. */
  readonly nextNonce: number;
};

async function readOutcome(client: ChainClient, { transferId, token, recipient }: Obligation): Promise<PaymentOutcome> {
  const judgement = await lookUpPayment(client, transferId);
  switch (judgement.kind) {
    case 'never':
      return { outcome: 'unpaid' };
    case 'unsure':
      throw new CommandRefused(
        `${client.chain.name} has a payment of transfer ${transferId} that is not final, or that some RPC does not show. Run this command again in a few minutes.`,
      );
    case 'paid': {
      const { transactionHash: hash, amount, token: paidToken, to } = judgement.payment;
      const isDue = paidToken === token && to === recipient;
      return isDue ? { outcome: 'paid', hash, amount: String(amount) } : { outcome: 'other', hash };
    }
  }
}

type UsedNonces = { readonly database: Database; readonly client: ChainClient; readonly use: NonceUse };

/** @returns null when a stored attempt for the nonce is in a block: the service settles that nonce */
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
 * Asks every RPC of a chain about each nonce that the chain has used.
 * @throws CommandRefused when a nonce cannot be explained for certain yet
 */
export async function explainNonces(database: Database, client: ChainClient, sender: Sender): Promise<NonceReport> {
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
