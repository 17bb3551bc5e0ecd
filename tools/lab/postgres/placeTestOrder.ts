import type { Queryable } from '../../../service/db/database.ts';
import type { NewOrder, Order, OrderParameters } from '../../../service/guards/orders.ts';
import { placeOrder } from '../../../service/guards/orders.ts';

export type TestOrder = Pick<NewOrder, 'action' | 'subject'> & { readonly parameters?: OrderParameters };

/** Places an order as the role of a connection. */
export function placeTestOrder(database: Queryable, { parameters = {}, ...order }: TestOrder): Promise<Order> {
  return placeOrder(database, { ...order, parameters, who: 'a test', why: 'a test' }, 3600);
}

type NonceKey = { readonly chainId: number; readonly address: string; readonly nonce: number };

/** Cancels the payments at a nonce. The database role must be able to read the payments. */
export async function cancelNonce(
  database: Queryable,
  { chainId, address, nonce }: NonceKey,
  thenHold = false,
): Promise<Order> {
  const [payment] = await database.query<{ transferId: string }>(
    'select transfer_id from obligations where chain_id = $1 and address = $2 and nonce = $3 order by item',
    [chainId, address, nonce],
  );
  if (!payment) throw new Error(`no payment has nonce ${nonce} on chain ${chainId}`);
  const action = thenHold ? 'hold' : 'retry';
  return placeTestOrder(database, { action, subject: payment.transferId, parameters: { cancel: true } });
}
