import { BaseError, RpcRequestError } from 'viem';
import type { ProviderHead } from './providerHead.ts';
import type { RpcCall } from './rpcAnswer.ts';
import { toQuantity } from './rpcResult.ts';
import type { Standing } from './standing.ts';
import { createStanding } from './standing.ts';

/** Sends a call to one provider. */
export type SendCall = (call: RpcCall) => Promise<unknown>;

/** Thrown when a provider serves another chain. Nothing that it says counts until it serves the right one again. */
export class ForeignProvider extends BaseError {
  readonly code = 'FOREIGN_PROVIDER';
}

/** What this process knows about a provider. All clients of the provider share it. */
export type ProviderRecord = {
  /** The position in `rpcUrls`, from 1. */
  readonly rpc: number;
  readonly standing: Standing;
  readonly isForeign: () => boolean;
  /** Reads the chain id if there is a doubt about it. @throws ForeignProvider */
  verifyChain(send: SendCall): Promise<void>;
  /** Lets the next call read the chain id first. */
  doubtChain(): void;
  noteAnswer(): void;
  noteFailure(error: unknown): void;
  readonly head: () => ProviderHead | null;
  noteHead(head: ProviderHead): void;
};

export type ProviderRecordOptions = {
  readonly chainId: number;
  readonly rpc: number;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  readonly onForeign: (servedChainId: bigint) => void;
};

// After a reconnect another node can answer under the same URL.
const DOUBT_AFTER_FAILURES = 3;
const DOUBT_AFTER_MS = 300_000;
const FOREIGN_RETRY_MS = 10_000;

// An error that the provider itself returns shows that the connection works.
function isConnectionLost(error: unknown): boolean {
  return error instanceof BaseError && error.walk((cause) => cause instanceof RpcRequestError) === null;
}

export function createProviderRecord({ chainId, rpc, now, onForeign }: ProviderRecordOptions): ProviderRecord {
  const standing = createStanding(now);
  let verifiedUntil = Number.NEGATIVE_INFINITY;
  let foreignUntil = Number.NEGATIVE_INFINITY;
  let isForeign = false;
  let lostInARow = 0;
  let verifying: Promise<void> | null = null;
  let head: ProviderHead | null = null;

  const refusal = () => new ForeignProvider(`RPC ${rpc} does not serve chain ${chainId}.`);
  const verify = async (send: SendCall) => {
    const served = BigInt(toQuantity(await send({ method: 'eth_chainId', params: [] })));
    if (served === BigInt(chainId)) {
      isForeign = false;
      verifiedUntil = now() + DOUBT_AFTER_MS;
      return;
    }
    if (!isForeign) onForeign(served);
    isForeign = true;
    foreignUntil = now() + FOREIGN_RETRY_MS;
    throw refusal();
  };
  const doubtChain = () => {
    verifiedUntil = Number.NEGATIVE_INFINITY;
  };
  return {
    rpc,
    standing,
    isForeign: () => isForeign,
    doubtChain,
    verifyChain: async (send) => {
      if (isForeign && now() < foreignUntil) throw refusal();
      if (!isForeign && now() < verifiedUntil) return;
      verifying ??= verify(send).finally(() => {
        verifying = null;
      });
      await verifying;
    },
    noteAnswer: () => {
      standing.noteAnswer();
      lostInARow = 0;
    },
    noteFailure: (error) => {
      standing.noteFailure();
      lostInARow = isConnectionLost(error) ? lostInARow + 1 : 0;
      if (lostInARow >= DOUBT_AFTER_FAILURES) doubtChain();
    },
    head: () => head,
    noteHead: (next) => {
      head = next;
    },
  };
}
