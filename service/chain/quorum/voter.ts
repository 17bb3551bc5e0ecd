import type { ProviderRecord, SendCall } from './providerRecord.ts';
import type { RpcAnswer, RpcCall } from './rpcAnswer.ts';
import { toRevert } from './rpcAnswer.ts';

/** A provider that answers only while it serves the right chain, as one client asks it. */
export type Voter = {
  readonly record: ProviderRecord;
  /** @throws ForeignProvider; an RPC error that says nothing about the call */
  ask(call: RpcCall): Promise<RpcAnswer>;
};

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
        else record.noteFailure(error);
        if (revert) return revert;
        throw error;
      }
    },
  };
}
