import { createPublicClient, custom } from 'viem';
import type { ChainClient } from '../../../service/chain/chainClient.ts';
import {
  createBlockMemory,
  createCallSupport,
  createGasMemory,
  createHeaderMemory,
  createSharedReadings,
} from '../../../service/chain/chainClient.ts';
import { createHeadCache } from '../../../service/chain/rpc/head.ts';
import { SILENT_OBSERVER } from '../../../service/chain/rpc/rpcObserver.ts';

type Request<Params> = { readonly method: string; readonly params: Params };

/** A client of a chain with one node, which answers each call with this function. The client never retries. */
export function createScriptedClient<Params = readonly unknown[]>(
  chain: ChainClient['chain'],
  answer: (request: Request<Params>) => unknown,
): ChainClient {
  const request = async (call: Request<Params>) => answer(call);
  const reader = createPublicClient({ transport: custom({ request }, { retryCount: 0 }) });
  return {
    ...{ chain, reader, senders: [reader], providers: [] },
    ...{
      observer: SILENT_OBSERVER,
      readings: createSharedReadings(),
      blocks: createBlockMemory(),
      heads: createHeadCache(),
      headers: createHeaderMemory(),
      blockReceipts: createCallSupport(),
      codeCalls: createCallSupport(),
      gas: createGasMemory(),
    },
  };
}
