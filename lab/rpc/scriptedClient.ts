import { createPublicClient, custom } from 'viem';
import { createCallSupport } from '../../service/chain/callSupport.ts';
import type { ChainClient } from '../../service/chain/chainClient.ts';
import { createGasMemory } from '../../service/chain/gasMemory.ts';
import { createHeaderMemory } from '../../service/chain/headerMemory.ts';
import { createHeadCache } from '../../service/chain/quorum/headCache.ts';
import { SILENT_OBSERVER } from '../../service/chain/rpcObserver.ts';
import { createSharedReadings } from '../../service/chain/sharedReadings.ts';

type Request<Params> = { readonly method: string; readonly params: Params };

/** A client of a chain whose one node answers each call by this function and is asked once. */
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
      heads: createHeadCache(),
      headers: createHeaderMemory(),
      blockReceipts: createCallSupport(),
      codeCalls: createCallSupport(),
      gas: createGasMemory(),
    },
  };
}
