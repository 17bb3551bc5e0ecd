import type { Client, ClientOptions } from './operations.ts';
import { createOperations } from './operations.ts';
import { buildCall, readBuild } from './readBuild.ts';
import { readReceipt, readReceipts, receiptCall, receiptsCall } from './readReceipt.ts';

/**
 * A transfer service's operations.
 *
 * Each throws `ServiceUnreachable` if the service is down, busy or slow, and `MalformedAnswer` if the answer doesn't
 * fit the interface. Retrying is safe after both.
 * @param baseUrl with the version and without a trailing slash: `https://bridge.example/api/v1`
 */
export function createClient(baseUrl: string, options: ClientOptions = {}): Client {
  return createOperations(baseUrl, {
    ...options,
    loadBuilds: async () => ({ buildCall, readBuild }),
    loadReceipts: async () => ({ readReceipt, readReceipts, receiptCall, receiptsCall }),
  });
}
