import type { ChainClient } from '../../chain/chainClient.ts';
import { readSender } from '../../db/senders.ts';
import type { SenderKey } from '../../domain/payment.ts';
import type { Command } from '../command.ts';
import { formatTable } from '../format.ts';
import { expectArguments } from '../parseArguments.ts';

export function toSenderKey({ chain }: ChainClient): SenderKey {
  return { chainId: chain.id, address: chain.hotWallet };
}

export const haltsCommand: Command = {
  name: 'halts',
  usages: [''],
  summary: 'list halted senders with the reason',
  details: 'The service signs and sends nothing from a halted sender.',
  options: {},
  isChange: false,
  parse: ({ args }) => {
    expectArguments(args, []);
    return async ({ database, clients }) => {
      const senders = await Promise.all(
        [...clients.values()].map(async (client) => ({
          chain: client.chain.name,
          sender: await readSender(database, toSenderKey(client)),
        })),
      );
      const halted = senders.flatMap(({ chain, sender }) =>
        sender && sender.haltedReason !== null ? [{ chain, ...sender }] : [],
      );
      const rows = halted.map(({ chain, address, nextNonce, haltedReason }) => [
        chain,
        address,
        String(nextNonce),
        haltedReason ?? '',
      ]);
      const headings = ['chain', 'sender', 'next nonce', 'reason'];
      return { json: halted, lines: rows.length === 0 ? ['No sender is halted.'] : formatTable(headings, rows) };
    };
  },
};
