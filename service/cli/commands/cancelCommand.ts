import { chainSubject } from '../../domain/pauses.ts';
import type { Command } from '../command.ts';
import { UsageError } from '../command.ts';
import { requireChain } from '../findInCatalog.ts';
import { runOrder } from '../giveOrder.ts';
import { expectArguments } from '../parseArguments.ts';

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
