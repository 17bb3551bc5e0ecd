import type { ChainClient } from './chainClient.ts';
import { WrongChain } from './wrongChain.ts';

/**
 * Refuses a configuration whose endpoints serve another chain. One endpoint cannot keep the service from starting: while a quorum
 * of the others can serve the chain, its answers do not count, and an incident reports it. An endpoint that does not answer may
 * start later.
 * @throws WrongChain
 */
export async function verifyChainIds({
  chain,
  senders,
}: {
  readonly chain: Pick<ChainClient['chain'], 'id' | 'name' | 'quorum'>;
  readonly senders: readonly { getChainId(): Promise<number> }[];
}): Promise<void> {
  const ids = await Promise.all(senders.map((sender) => sender.getChainId().catch(() => null)));
  const wrong = ids.filter((id) => id !== null && id !== chain.id);
  if (senders.length - wrong.length >= chain.quorum) return;
  throw new WrongChain(
    `An RPC of ${chain.name} serves chain ${wrong[0]}, but "id" in the configuration is ${chain.id}. Correct "rpcUrls" or "id".`,
  );
}
