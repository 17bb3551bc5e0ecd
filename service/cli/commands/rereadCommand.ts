import type { ChainClient } from '../../chain/chainClient.ts';
import { readHeader } from '../../chain/chainClient.ts';
import type { Anchor } from '../../db/anchors.ts';
import { readRewrite, rereadChain } from '../../db/anchors.ts';
import { readCursor } from '../../db/chains.ts';
import { recordAction } from '../../db/operatorActions.ts';
import { chainSubject } from '../../domain/pauses.ts';
import { demandApproval } from '../approval.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandRefused, UsageError } from '../command.ts';
import { requireChain } from '../findInCatalog.ts';
import { expectArguments } from '../parseArguments.ts';

function parseBlock(text: string): bigint {
  if (!/^\d{1,15}$/.test(text))
    throw new UsageError(`"${text}" is not a block number. Write it in digits, such as 1200.`);
  return BigInt(text);
}

/** The block before the first one to read again, as the chain has it now. */
async function readLastKept({ chain, ...client }: ChainClient, from: bigint): Promise<Anchor | null> {
  if (from === chain.startBlock) return null;
  return readHeader({ chain, ...client }, { blockNumber: from - 1n }).catch((cause: unknown) => {
    throw new CommandRefused(`The RPCs of ${chain.name} do not agree on block ${from - 1n}. Run this command again.`, {
      cause,
    });
  });
}

async function refuseOutside({ database }: CommandContext, { chain }: ChainClient, from: bigint): Promise<void> {
  const { scannedTo } = await readCursor(database, chain.id);
  if (from >= chain.startBlock && scannedTo !== null && from <= scannedTo) return;
  throw new CommandRefused(
    `Block ${from} is not between the start block ${chain.startBlock} and the last block that was read (${scannedTo ?? 'none'}). Give the first block that was replaced, or an earlier one.`,
  );
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
      const { catalog, clients, database } = context;
      const client = clients.get(requireChain(catalog, name).id);
      const reason = client && (await readRewrite(database, client.chain.id));
      if (!client || !reason) throw new CommandRefused(`${name} does not count as rewritten, so nothing is stopped.`);
      await refuseOutside(context, client, from);
      const last = await readLastKept(client, from);
      const chainId = client.chain.id;
      await database.transaction(async (transaction) => {
        await demandApproval(context, transaction, {
          action: 'reread',
          subjects: [chainSubject(chainId)],
          amounts: null,
          summary: `read ${name} again from block ${from}, stopped because ${reason}`,
        });
        if (!(await rereadChain(transaction, { chainId, reason, last }))) {
          throw new CommandRefused(`The stop of ${name} changed while this command read the chain. Run it again.`);
        }
        const detail = `reads again from block ${from}; stopped because ${reason}`;
        await recordAction(transaction, { ...author, action: 'reread', subject: name, detail, transferId: null });
      });
      return { json: { chain: name, from: String(from) }, lines: [`${name} is read again from block ${from}.`] };
    };
  },
};
