import type { Client, ClientOptions } from './operations.ts';
import { createOperations } from './operations.ts';
import { buildCall, readBuild } from './readBuild.ts';
import { readReceipt, readReceipts, receiptCall, receiptsCall } from './readReceipt.ts';

/**
 * The operations of a transfer service.
 *
 * Each throws `ServiceUnreachable` when the service is down, busy or slow, and `MalformedAnswer` when the answer does not fit the
 * interface. A retry is safe after both.
 * @param baseUrl with the version and without a slash at the end: `https://bridge.example/api/v1`
 */
export function createClient(baseUrl: string, options: ClientOptions = {}): Client {
  return createOperations(baseUrl, {
    ...options,
    loadBuilds: async () => ({ buildCall, readBuild }),
    loadReceipts: async () => ({ readReceipt, readReceipts, receiptCall, receiptsCall }),
  });
}
