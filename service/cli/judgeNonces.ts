import type { Hash } from 'viem';
import type { ChainClient } from '../chain/chainClient.ts';
import type { NonceUse } from '../chain/nonceUse.ts';
import { isAnyMined, judgePayment, readNonceUse } from '../chain/nonceUse.ts';
import { readUnsettledAttempts } from '../db/attempts.ts';
import type { Database } from '../db/database.ts';
import type { Obligation } from '../db/obligations.ts';
import { readObligations } from '../db/obligations.ts';
import type { Sender } from '../db/senders.ts';
import type { Send } from '../db/sends.ts';
import { readUnsettledSends } from '../db/sends.ts';
import { Refused } from './command.ts';

/** What became of an obligation whose nonce a transaction from elsewhere has used. */
export type Fate =
  | { readonly kind: 'unpaid' }
  | { readonly kind: 'paid'; readonly hash: Hash; readonly amount: bigint }
  /** The chain has a payment of it that is not what was due. */
  | { readonly kind: 'other'; readonly hash: Hash };

export type Displaced = {
  readonly send: Send;
  readonly fates: readonly { readonly obligation: Obligation; readonly fate: Fate }[];
};

/** What explains every nonce of a sender that its chain has used. */
export type Judgement = {
  readonly displaced: readonly Displaced[];
  /** The next nonce that is safe to sign for. */
  readonly nextNonce: number;
};

async function judgeObligation(client: ChainClient, { transferId, token, recipient }: Obligation): Promise<Fate> {
  const judgement = await judgePayment(client, transferId);
  switch (judgement.kind) {
    case 'never':
      return { kind: 'unpaid' };
    case 'unsure':
      throw new Refused(
        `A payment of transfer ${transferId} is on ${client.chain.name}, but not final or not found yet; try again later.`,
      );
    case 'paid': {
      const { transactionHash: hash, amount, token: paidToken, to } = judgement.payment;
      return paidToken === token && to === recipient ? { kind: 'paid', hash, amount } : { kind: 'other', hash };
    }
  }
}

type Site = { readonly database: Database; readonly client: ChainClient; readonly use: NonceUse };

/** @returns null where one of the attempts that are stored for the nonce is in a block: then the service settles it */
async function judgeSend(
  { database, client, use }: Site,
  send: Send,
  hashes: readonly Hash[],
): Promise<Displaced | null> {
  if (await isAnyMined(client, hashes)) return null;
  const { name, payoutConfirmations } = client.chain;
  if (send.nonce >= use.usedForGood) {
    throw new Refused(
      `Nonce ${send.nonce} on ${name} was used by a transaction from elsewhere that is not final yet (${payoutConfirmations} blocks deep); try again later.`,
    );
  }
  const fates: Displaced['fates'][number][] = [];
  for (const obligation of await readObligations(database, send)) {
    fates.push({ obligation, fate: await judgeObligation(client, obligation) });
  }
  return { send, fates };
}

/**
 * Asks every RPC of a chain what became of each nonce that it has used.
 * @throws Refused where something cannot be explained for certain yet
 */
export async function judgeNonces(database: Database, client: ChainClient, sender: Sender): Promise<Judgement> {
  const { name } = client.chain;
  const use = await readNonceUse(client).catch((cause: unknown) => {
    throw new Refused(
      `Not every RPC of ${name} says what is used of the maker's nonces now and at final depth; nothing is cleared on half an answer.`,
      { cause },
    );
  });
  if (use.used > sender.nextNonce && use.usedForGood < use.used) {
    throw new Refused(
      `${name} has used the maker's nonces up to ${use.used - 1}, but for good only up to ${use.usedForGood - 1}; try again when the newest is final.`,
    );
  }
  const attempts = await readUnsettledAttempts(database, sender);
  const displaced: Displaced[] = [];
  for (const send of await readUnsettledSends(database, sender)) {
    if (send.nonce >= use.used) continue;
    const hashes = attempts.filter(({ nonce }) => nonce === send.nonce).map(({ hash }) => hash);
    const judged = await judgeSend({ database, client, use }, send, hashes);
    if (judged) displaced.push(judged);
  }
  return { displaced, nextNonce: Math.max(sender.nextNonce, use.used) };
}
