import type { Hash } from 'viem';
import { findChainById } from '../../boot/model/catalog.ts';
import { isPaid } from '../../chain/paymentRecords.ts';
import { readTransfers } from '../../deposits/readTransfers.ts';
import { chainSubject } from '../../guards/model/pauses.ts';
import type { OrderAction } from '../../guards/orders.ts';
import type { Command, CommandContext } from './command.ts';
import { CommandRefused, expectArguments, parseHashArgument, UsageError } from './command.ts';
import { requireChain } from './findInCatalog.ts';
import { describeOrder, giveOrder, runOrder } from './giveOrder.ts';

const AFTERWARDS = ['retry', 'hold'] as const;
type Afterwards = (typeof AFTERWARDS)[number];

function parseNonce(text: string): number {
  if (/^\d{1,12}$/.test(text)) return Number(text);
  throw new UsageError(`The nonce must be a whole number; got "${text}".`);
}

function parseAfterwards(text: string | undefined): Afterwards {
  const afterwards = AFTERWARDS.find((name) => name === (text ?? 'retry'));
  if (afterwards) return afterwards;
  throw new UsageError(`--after must be retry or hold; got "${text}".`);
}

export const cancelCommand: Command = {
  name: 'cancel',
  usages: ['<chain> <nonce>'],
  summary: 'replace the signed transaction at a nonce with an empty one',
  details:
    'Use it for a payment that is stuck or must not happen. The service signs and sends the replacement. Nothing else is paid for the transfers until the payment or the replacement is final. A refund stays a refund.',
  options: {
    after: { value: 'retry|hold', help: 'pay the transfers with a new nonce, or hold them (default: retry)' },
  },
  isChange: true,
  parse: ({ args, options, author }) => {
    const [chainName = '', nonceText = ''] = expectArguments(args, ["the chain's name", 'the nonce']);
    const nonce = parseNonce(nonceText);
    const thenHold = parseAfterwards(options.after) === 'hold';
    return async (context) => {
      const { id, hotWallet: address } = requireChain(context.catalog, chainName);
      const parameters = { address, nonce, thenHold };
      return runOrder(context, { action: 'cancel', subject: chainSubject(id), parameters, author });
    };
  },
};

export const TRANSFER_ACTIONS = ['retry', 'hold', 'refund', 'close'] as const satisfies readonly OrderAction[];
export type TransferAction = (typeof TRANSFER_ACTIONS)[number];

const TEXTS: Readonly<Record<TransferAction, Pick<Command, 'summary' | 'details'>>> = {
  retry: {
    summary: 'pay a held transfer, or try a waiting one now',
    details:
      'The service decides a held transfer again, or pays it by its earlier decision. A waiting transfer is tried at once. Refused when a payment of the transfer can take effect or has taken effect.',
  },
  hold: {
    summary: 'hold a transfer, or hold it if its signed payment fails',
    details:
      'Without a signed payment, the transfer is held at once, also through a reorg, until you retry or refund it. A signed payment can still take effect. The transfer is then held only if that payment fails. Use "cancel --after hold" to stop the payment too.',
  },
  refund: {
    summary: 'refund a held or confirmed transfer to its sender',
    details:
      'The service pays the deposit back on its origin chain, minus the gas of the refund. Refused when a payout can take effect or has taken effect: cancel a signed payout first.',
  },
  close: {
    summary: 'close a held transfer that cannot be paid, such as one of an unknown token',
    details:
      'Nothing is ever paid for a closed transfer, and no command opens it again. Refused for a held deposit of a supported token that arrived in full: retry or refund it. A held refund can be closed, with two operators only by both: its receipt has already said that the transfer failed.',
  },
};

/**
 * Refuses to refund what the chain shows as paid: a restored database can lack a payout that the chain has. The service asks the
 * chain again before it signs.
 * @returns remarks for the operator
 * @throws CommandRefused
 */
export async function refuseIfPaidOut(
  { catalog, clients, database }: CommandContext,
  id: Hash,
): Promise<readonly string[]> {
  const [transfer] = await readTransfers(database, { ids: [id] });
  const destination = transfer && findChainById(catalog, transfer.deposit.destination);
  const client = destination && clients.get(destination.id);
  if (!client) return [];
  const answer = await isPaid(client, id).catch(() => null);
  if (answer === true) {
    throw new CommandRefused(
      `Transfer ${id} is paid on ${destination.name}, although the database does not show it. A refund would pay it twice.`,
    );
  }
  return answer === null
    ? [`${destination.name} did not answer whether it has paid this transfer. The service asks again before it signs.`]
    : [];
}

async function requireTransfer({ database }: CommandContext, hash: Hash): Promise<void> {
  const ids = (await readTransfers(database, { hash })).map(({ id }) => id);
  if (ids.length === 0 || ids.includes(hash)) return;
  throw new CommandRefused(`${hash} is a transaction hash. Use a transfer's id instead: ${ids.join(', ')}.`);
}

function createTransferCommand(action: TransferAction): Command {
  return {
    name: action,
    usages: ['<id>'],
    ...TEXTS[action],
    options: {},
    isChange: true,
    parse: ({ args, author }) => {
      const [text = ''] = expectArguments(args, ["the transfer's id"]);
      const subject = parseHashArgument(text, "The transfer's id");
      return async (context) => {
        await requireTransfer(context, subject);
        const remarks = action === 'refund' ? await refuseIfPaidOut(context, subject) : [];
        return describeOrder(context, await giveOrder(context, { action, subject, author }), remarks);
      };
    },
  };
}

export const transferCommands: readonly Command[] = TRANSFER_ACTIONS.map(createTransferCommand);
