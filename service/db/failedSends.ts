import type { Hash, Hex } from 'viem';
import type { Queryable } from './database.ts';

/** The final transaction of a nonce that did not make a transfer's payment, as stored. */
export type FailedSend = { readonly chainId: number; readonly hash: Hash; readonly raw: Hex };

// Far more than the tries of any transfer. Reading each one costs several RPC calls.
const MAX_READ = 50;

/** The failed transactions of a transfer's payments. Cancelled nonces are not among them. */
export async function readFailedSends(database: Queryable, transferId: Hash): Promise<readonly FailedSend[]> {
  return database.query<FailedSend>(
    `select distinct a.chain_id, a.hash, a.raw
     from obligations o
     join sends s on s.chain_id = o.chain_id and s.address = o.address and s.nonce = o.nonce
     join attempts a on a.chain_id = s.chain_id and a.address = s.address and a.nonce = s.nonce and a.hash = s.mined_hash
     where o.transfer_id = $1 and o.state = 'void' and s.state in ('succeeded', 'reverted')
     limit ${MAX_READ}`,
    [transferId],
  );
}
