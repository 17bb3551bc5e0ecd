import type { Queryable } from '../../service/db/database.ts';
import type { NewOrder, Order, OrderParameters } from '../../service/guards/orders.ts';
import { placeOrder } from '../../service/guards/orders.ts';

export type TestOrder = Pick<NewOrder, 'action' | 'subject'> & { readonly parameters?: OrderParameters };

/** Places an order as the role of a connection. */
export function placeTestOrder(database: Queryable, { parameters = {}, ...order }: TestOrder): Promise<Order> {
  return placeOrder(database, { ...order, parameters, who: 'a test', why: 'a test' }, 3600);
}

type NonceKey = { readonly chainId: number; readonly address: string; readonly nonce: number };

/** Cancels a nonce. */
export function cancelNonce(
  database: Queryable,
  { chainId, address, nonce }: NonceKey,
  thenHold = false,
): Promise<Order> {
  const parameters = { address, nonce, thenHold };
  return placeTestOrder(database, { action: 'cancel', subject: `chain:${chainId}`, parameters });
}
