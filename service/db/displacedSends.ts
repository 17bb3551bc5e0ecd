import type { Transaction } from './database.ts';
import type { SenderKey } from './senders.ts';
import type { SendCost, SendKey } from './sends.ts';

/** Waits for other transactions and locks a send. @returns whether its nonce is unsettled */
export async function lockSend(transaction: Transaction, key: SendKey): Promise<boolean> {
  const [row] = await transaction.query<{ state: string }>(
    'select state from sends where chain_id = $1 and address = $2 and nonce = $3 for update',
    [key.chainId, key.address, key.nonce],
  );
  return row?.state === 'open' || row?.state === 'mined';
}

/** Settles a send whose nonce was used by a final transaction from elsewhere. */
export async function displaceSend(transaction: Transaction, key: SendKey): Promise<void> {
  await transaction.query(
    `update sends set state = 'displaced', mined_hash = null, mined_block = null, mined_block_hash = null
     where chain_id = $1 and address = $2 and nonce = $3 and state in ('open', 'mined')`,
    [key.chainId, key.address, key.nonce],
  );
}

/** Settles a send of a former hot wallet that cannot pay any more. */
export async function revokeSend(transaction: Transaction, key: SendKey, cost: SendCost): Promise<void> {
  await transaction.query(
    `update sends set state = 'revoked', mined_hash = null, mined_block = null, mined_block_hash = null, gas_cost = $4,
       native_price = $5
     where chain_id = $1 and address = $2 and nonce = $3 and state in ('open', 'mined')`,
    [key.chainId, key.address, key.nonce, cost.gasCost, cost.nativePrice],
  );
}

/** Ends the halt of a sender, and sets its next nonce to one that the chain has not used. */
export async function clearHalt(
  transaction: Transaction,
  { chainId, address }: SenderKey,
  nextNonce: number,
): Promise<void> {
  await transaction.query(
    'update senders set halted_reason = null, next_nonce = $3 where chain_id = $1 and address = $2 and next_nonce <= $3',
    [chainId, address, nextNonce],
  );
}
