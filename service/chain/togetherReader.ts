import type { ContractFunctionParameters, PublicClient } from 'viem';
import { multicall3Abi } from 'viem';
import type { ChainClient } from './chainClient.ts';
import { mapLimited } from './concurrency.ts';
import { isOverloaded } from './rpc/callQueue.ts';
import { classifyRpcError } from './rpc/rpcObserver.ts';

/** Reads the state of a chain. */
export type StateReader = Pick<PublicClient, 'readContract' | 'getBalance'>;

type Read = {
  readonly call: ContractFunctionParameters;
  readonly alone: () => Promise<unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
};

// Without a deployed contract, the call itself carries the code. Nodes limit the code to 49,152 bytes (EIP-3860) and
// the answer to 24,576 bytes (EIP-170). Each read takes less than 240 bytes of both.
const MAX_WITHOUT_CONTRACT = 100;
const ALONE_AT_ONCE = 16;

/** Whether a node has answered, so that asking in another form can succeed. */
function isAnswered(error: unknown): boolean {
  const failure = classifyRpcError(error, 'eth_call');
  return !isOverloaded(error) && (failure === 'refused' || failure === 'rpc_error' || failure === 'malformed');
}

/**
 * Remembers whether the nodes answer calls that carry the code of Multicall3. If each read reverts on its own too, that
 * isn't a refusal.
 */
function noteSupport({ codeCalls }: ChainClient, errors: readonly unknown[], count: number): void {
  if (errors.length < count) codeCalls.noteAnswer();
  else if (errors.some((error) => classifyRpcError(error, 'eth_call') === 'refused')) codeCalls.noteRefusal();
  else if (errors.some(isAnswered)) codeCalls.noteFailure();
}

/** Reads with one call. Whatever fails there is asked again alone, so a node that refuses the call costs no answer. */
async function readPart(client: ChainClient, reads: readonly Read[], blockNumber: bigint): Promise<void> {
  const { chain, reader, codeCalls } = client;
  if (chain.multicall === null && !codeCalls.isExpected()) {
    await mapLimited(reads, ALONE_AT_ONCE, ({ alone, resolve, reject }) => alone().then(resolve, reject));
    return;
  }
  const contract = chain.multicall === null ? { deployless: true } : { multicallAddress: chain.multicall };
  const contracts = reads.map(({ call }) => call);
  const results = await reader.multicall({ contracts, blockNumber, batchSize: 0, ...contract });
  if (chain.multicall === null) {
    const errors = results.flatMap((answer) => (answer.status === 'failure' ? [answer.error] : []));
    noteSupport(client, errors, reads.length);
  }
  await mapLimited([...reads.entries()], ALONE_AT_ONCE, async ([index, { alone, resolve, reject }]) => {
    const answer = results[index];
    if (answer?.status === 'success') resolve(answer.result);
    else if (answer && !isAnswered(answer.error)) reject(answer.error);
    else await alone().then(resolve, reject);
  });
}

/**
 * Creates a reader of the state at one block that combines concurrent reads: into one call if the configuration names
 * the chain's Multicall3 contract, otherwise one call per hundred reads.
 *
 * Within a call, each contract could change the state that the next one sees. So no payment may depend on the answers.
 */
export function createTogetherReader(client: ChainClient, blockNumber: bigint): StateReader {
  const { reader, chain } = client;
  let waiting: Read[] = [];

  const send = () => {
    const reads = waiting;
    waiting = [];
    const size = chain.multicall === null ? MAX_WITHOUT_CONTRACT : reads.length;
    for (let from = 0; from < reads.length; from += size) {
      const part = reads.slice(from, from + size);
      readPart(client, part, blockNumber).catch((error: unknown) => {
        for (const { reject } of part) reject(error);
      });
    }
  };
  const read = (call: ContractFunctionParameters, alone: Read['alone']) =>
    new Promise<unknown>((resolve, reject) => {
      if (waiting.length === 0) setImmediate(send);
      waiting.push({ call, alone, resolve, reject });
    });

  const readContract = (call: ContractFunctionParameters) =>
    read(call, () => reader.readContract({ ...call, blockNumber }));
  return {
    readContract: readContract as PublicClient['readContract'],
    getBalance: async ({ address }) => {
      const alone = () => reader.getBalance({ address, blockNumber });
      if (chain.multicall === null) return alone();
      const call = { address: chain.multicall, abi: multicall3Abi, functionName: 'getEthBalance', args: [address] };
      return BigInt(String(await read(call, alone)));
    },
  };
}
