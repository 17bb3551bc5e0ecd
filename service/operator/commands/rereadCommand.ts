import type { ChainClient } from '../../chain/chainClient.ts';
import { readHeader } from '../../chain/chainClient.ts';
import { readCursor, readRewrite } from '../../chain/chains.ts';
import { chainSubject } from '../../guards/model/pauses.ts';
import type { OrderParameters } from '../../guards/orders.ts';
import type { Command, CommandContext } from './command.ts';
import { CommandRefused, expectArguments, UsageError } from './command.ts';
import { requireChain } from './findInCatalog.ts';
import { runOrder } from './giveOrder.ts';

function parseBlock(text: string): bigint {
  if (!/^\d{1,15}$/.test(text))
    throw new UsageError(`"${text}" is not a block number. Write it in digits, such as 1200.`);
  return BigInt(text);
}

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

/** What the order to read a chain again needs to know. @throws CommandRefused */
export async function readReread(
  { clients, database }: CommandContext,
  chainId: number,
  from: bigint,
): Promise<OrderParameters> {
  const client = clients.get(chainId);
  if (!client) throw new Error(`chain ${chainId} has no client`);
  const { name, startBlock } = client.chain;
  const reason = await readRewrite(database, chainId);
  if (!reason) throw new CommandRefused(`${name} does not count as rewritten, so nothing is stopped.`);
  const { scannedTo } = await readCursor(database, chainId);
  if (from < startBlock || scannedTo === null || from > scannedTo) {
    throw new CommandRefused(
      `Block ${from} is not between the start block ${startBlock} and the last block that was read (${scannedTo ?? 'none'}). Give the first block that was replaced, or an earlier one.`,
    );
  }
  return { reason, from: String(from), last: await readLastKept(client, from) };
}

export const rereadCommand: Command = {
  name: 'reread',
  usages: ['<chain> <block>'],
  summary: 'end the stop of a rewritten chain, and read it again from a block',
  details:
    'Give the first block that was replaced, or an earlier one; the start block is always safe. The watcher reads again from there: it removes unpaid deposits that are gone, and records an incident for each paid one. First make sure that the chain is the right one, and that no provider serves a fork.',
  options: {},
  isChange: true,
  parse: ({ args, author }) => {
    const [name = '', block = ''] = expectArguments(args, ["the chain's name", 'the first block to read again']);
    const from = parseBlock(block);
    return async (context) => {
      const { id } = requireChain(context.catalog, name);
      const parameters = await readReread(context, id, from);
      return runOrder(context, { action: 'reread', subject: chainSubject(id), parameters, author });
    };
  },
};
