import type { ChainClient } from '../../chain/chainClient.ts';
import { readHeader } from '../../chain/chainClient.ts';
import { readCursor, readRewrite } from '../../chain/chains.ts';
import type { OrderParameters } from '../../guards/orders.ts';
import type { CommandContext } from './command.ts';
import { CommandRefused } from './command.ts';

/** The block before the first one to read again, as the chain has it now. */
async function readLastKept({ chain, ...client }: ChainClient, from: bigint) {
  if (from === chain.startBlock) return null;
  const { number, hash } = await readHeader({ chain, ...client }, { blockNumber: from - 1n }).catch(
    (cause: unknown) => {
      throw new CommandRefused(
        `The RPCs of ${chain.name} do not agree on block ${from - 1n}. Run this command again.`,
        {
          cause,
        },
      );
    },
  );
  return { number: String(number), hash };
}

/**
 * What the order to read a chain again needs to know.
 * @throws CommandRefused
 */
export async function readReread(
  { clients, database }: CommandContext,
  chainId: number,
  from: bigint,
): Promise<OrderParameters> {
  const client = clients.get(chainId);
  if (!client) throw new Error(`chain ${chainId} has no client`);
  const { name, startBlock } = client.chain;
  const reason = await readRewrite(database, chainId);
  if (!reason) throw new CommandRefused(`${name} does not count as rewritten, so it is not stopped.`);
  const { scannedTo } = await readCursor(database, chainId);
  if (from < startBlock || scannedTo === null || from > scannedTo) {
    throw new CommandRefused(
      `Block ${from} is not between the start block ${startBlock} and the last block that was read (${scannedTo ?? 'none'}). Give the first block that was replaced, or an earlier one.`,
    );
  }
  return { reason, from: String(from), last: await readLastKept(client, from) };
}
