import { isRangeRefusal } from '../rangeRefusal.ts';
import type { ProviderRecord, SendCall } from './providerRecord.ts';
import type { RpcAnswer, RpcCall } from './rpcAnswer.ts';
import { toRevert } from './rpcAnswer.ts';

/** A provider that answers only while it serves the right chain, as one client asks it. */
export type Voter = {
  readonly record: ProviderRecord;
  /** @throws ForeignProvider; an RPC error that says nothing about the call */
  ask(call: RpcCall): Promise<RpcAnswer>;
};

/**
 * Whether a provider refused to return so many logs. Anyone can fill a block with logs, so that is a failure of the provider
 * only when others return them.
 */
export function isLogRefusal({ method }: RpcCall, error: unknown): boolean {
  return method === 'eth_getLogs' && isRangeRefusal(error);
}

export function createVoter(record: ProviderRecord, send: SendCall): Voter {
  return {
    record,
    ask: async (call) => {
      try {
        await record.verifyChain(send);
        const result = await send(call);
        record.noteAnswer();
        return { kind: 'result', result };
      } catch (error) {
        const revert = toRevert(error);
        if (revert) record.noteAnswer();
        else if (!isLogRefusal(call, error)) record.noteFailure(error);
        if (revert) return revert;
        throw error;
      }
    },
  };
}
