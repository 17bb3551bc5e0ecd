import type { Hash } from 'viem';
import type { Database } from '../../../service/db/database.ts';
import type { TransferState } from '../../../service/deposits/model/transfer.ts';
import type { StoredDeposit } from './storeDeposits.ts';
import { storeDeposits } from './storeDeposits.ts';

/** The token, the accounts and the hot wallet of every stored transfer. */
export const TEST_ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

const TERMS = `, paying_chain_id = 1, recipient = '${TEST_ADDRESS}', destination_token = '${TEST_ADDRESS}', receive_amount = 8,
  gas_fee = 1, bridge_fee = 1, net_amount = 8`;

export type TransferSetup = {
  readonly state: TransferState;
  /** Whether the service has set its terms, that is, has decided on it. */
  readonly isDecided?: boolean;
  /** The nonce of its payment, sent from `TEST_ADDRESS` on chain 1. */
  readonly nonce?: number;
  readonly deposit?: Partial<StoredDeposit>;
};

let made = 0;

/** Stores a transfer of 10 units on chain 1, in a state. */
export async function storeTransfer(
  database: Database,
  { state, isDecided = false, nonce, deposit = {} }: TransferSetup,
): Promise<Hash> {
  made += 1;
  const id: Hash = `0x${String(made).padStart(64, '0')}`;
  await storeDeposits(database, [{ id, ...deposit }]);
  const isPayout = ['confirmed', 'signed', 'broadcast', 'delivered'].includes(state);
  const isSettled = ['delivered', 'refunded'].includes(state);
  await database.query(
    `update transfers set state = $2, reason = 'x', reason_code = 'operator_review'${isDecided || isPayout ? TERMS : ''}
       ${isSettled ? ", settled_hash = '0x8', settled_amount = 8" : ''} where id = $1`,
    [id, state],
  );
  if (nonce === undefined) return id;
  await database.query(
    `insert into sends (chain_id, address, nonce, call_to, call_data, call_value, call_hash, gas_limit, state, mined_hash)
     values (1, $1, $2, '0x', '0x', 0, '0x', 1, $3, $4) on conflict do nothing`,
    [TEST_ADDRESS, nonce, isSettled ? 'succeeded' : 'open', isSettled ? `0x${nonce}` : null],
  );
  await database.query(
    `insert into obligations (transfer_id, kind, chain_id, address, nonce, item, token, recipient, amount, state)
     values ($1, $2, 1, $3, $4, $5, $3, $3, 8, $6)`,
    [
      ...[id, /^(refund|rejected)/.test(state) ? 'refund' : 'payout', TEST_ADDRESS, nonce, made],
      isSettled ? 'paid' : 'live',
    ],
  );
  return id;
}
