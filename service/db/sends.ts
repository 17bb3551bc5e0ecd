import type { Address, Hash, Hex } from 'viem';
import type { Call } from '../domain/payment.ts';
import { callHash } from '../domain/payment.ts';
import type { Queryable, Transaction } from './database.ts';
import type { SenderKey } from './senders.ts';

/** One nonce of a sender, and the call that it is bound to. */
export type SendKey = SenderKey & { readonly nonce: number };

export type Send = SendKey & {
  readonly call: Call;
  readonly gasLimit: bigint;
  readonly state: 'open' | 'mined';
  /** Whether an operator wants transfers of a cancelled nonce to be held. */
  readonly cancelThenHold: boolean;
  readonly minedHash: Hash | null;
  readonly minedBlock: bigint | null;
  readonly createdAt: Date;
};

export type NewSend = SendKey & { readonly call: Call; readonly gasLimit: bigint };

type SendRow = {
  chain_id: bigint;
  address: Address;
  nonce: bigint;
  call_to: Address;
  call_data: Hex;
  call_value: bigint;
  gas_limit: bigint;
  state: 'open' | 'mined';
  cancel_then_hold: boolean;
  mined_hash: Hash | null;
  mined_block: bigint | null;
  created_at: Date;
};

const SEND_COLUMNS = `chain_id, address, nonce, call_to, call_data, call_value, gas_limit, state, cancel_then_hold,
  mined_hash, mined_block, created_at`;

function toSend(row: SendRow): Send {
  return {
    chainId: Number(row.chain_id),
    address: row.address,
    nonce: Number(row.nonce),
    call: { to: row.call_to, data: row.call_data, value: row.call_value },
    gasLimit: row.gas_limit,
    state: row.state,
    cancelThenHold: row.cancel_then_hold,
    minedHash: row.mined_hash,
    minedBlock: row.mined_block,
    createdAt: row.created_at,
  };
}

export async function insertSend(transaction: Transaction, send: NewSend): Promise<void> {
  const { chainId, address, nonce, call, gasLimit } = send;
  await transaction.query(
    `insert into sends (chain_id, address, nonce, call_to, call_data, call_value, call_hash, gas_limit)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [chainId, address, nonce, call.to, call.data, call.value, callHash(call), gasLimit],
  );
}

/** The sends of a sender that are not settled yet, lowest nonce first. */
export async function readUnsettledSends(database: Queryable, sender: SenderKey): Promise<readonly Send[]> {
  const rows = await database.query<SendRow>(
    `select ${SEND_COLUMNS} from sends where chain_id = $1 and address = $2 and state in ('open', 'mined') order by nonce`,
    [sender.chainId, sender.address],
  );
  return rows.map(toSend);
}

export async function countUnsettledSends(database: Queryable, sender: SenderKey): Promise<number> {
  const [row] = await database.query<{ count: bigint }>(
    "select count(*) as count from sends where chain_id = $1 and address = $2 and state in ('open', 'mined')",
    [sender.chainId, sender.address],
  );
  return Number(row?.count ?? 0n);
}

/** Reads a send that is not settled yet; null where it is. */
export async function readUnsettledSend(database: Queryable, key: SendKey): Promise<Send | null> {
  const [row] = await database.query<SendRow>(
    `select ${SEND_COLUMNS} from sends where chain_id = $1 and address = $2 and nonce = $3
       and state in ('open', 'mined')`,
    [key.chainId, key.address, key.nonce],
  );
  return row ? toSend(row) : null;
}

/** Keeps a send from being settled or bumped by another process; null where it is settled or held there. */
export async function lockSend(transaction: Transaction, key: SendKey): Promise<Send | null> {
  const [row] = await transaction.query<SendRow>(
    `select ${SEND_COLUMNS} from sends where chain_id = $1 and address = $2 and nonce = $3
       and state in ('open', 'mined') for update skip locked`,
    [key.chainId, key.address, key.nonce],
  );
  return row ? toSend(row) : null;
}

/** Notes that a node was given the bytes. Only for the words of an answer: nothing relies on it. */
export async function markSent(database: Queryable, key: SendKey): Promise<void> {
  await database.query(
    'update sends set sent_at = coalesce(sent_at, now()) where chain_id = $1 and address = $2 and nonce = $3',
    [key.chainId, key.address, key.nonce],
  );
}

export type Inclusion = { readonly hash: Hash; readonly blockNumber: bigint; readonly blockHash: Hash };

/** Records the block that a send is in for now; null where a reorg took it out again. */
export async function setInclusion(transaction: Transaction, key: SendKey, inclusion: Inclusion | null): Promise<void> {
  await transaction.query(
    `update sends set state = $4, mined_hash = $5, mined_block = $6, mined_block_hash = $7
     where chain_id = $1 and address = $2 and nonce = $3 and state in ('open', 'mined')`,
    [
      key.chainId,
      key.address,
      key.nonce,
      inclusion ? 'mined' : 'open',
      inclusion?.hash ?? null,
      inclusion?.blockNumber ?? null,
      inclusion?.blockHash ?? null,
    ],
  );
}

export type SendOutcome = 'succeeded' | 'reverted' | 'cancelled';

/** Settles a send for good: its transaction is deep enough. */
export async function settleSend(
  transaction: Transaction,
  key: SendKey,
  { outcome, inclusion }: { readonly outcome: SendOutcome; readonly inclusion: Inclusion },
): Promise<void> {
  await transaction.query(
    `update sends set state = $4, mined_hash = $5, mined_block = $6, mined_block_hash = $7
     where chain_id = $1 and address = $2 and nonce = $3 and state in ('open', 'mined')`,
    [key.chainId, key.address, key.nonce, outcome, inclusion.hash, inclusion.blockNumber, inclusion.blockHash],
  );
}

/**
 * Gives a nonce up for good. Another transaction of the maker, that does nothing, is sent at the same nonce; whichever of the
 * two the chain takes decides. Where it is the payment, all is as if nobody had asked. Where it is the other, payouts are due
 * again, or held where `thenHold` is set, and refunds, which cannot be held once they were begun, are tried again later.
 * @returns false where there is no such send, or it is settled
 */
export async function requestCancel(
  transaction: Transaction,
  key: SendKey,
  { thenHold }: { readonly thenHold: boolean },
): Promise<boolean> {
  const rows = await transaction.query(
    `update sends set cancel_requested_at = coalesce(cancel_requested_at, now()), cancel_then_hold = $4
     where chain_id = $1 and address = $2 and nonce = $3 and state in ('open', 'mined') returning nonce`,
    [key.chainId, key.address, key.nonce, thenHold],
  );
  return rows.length > 0;
}
