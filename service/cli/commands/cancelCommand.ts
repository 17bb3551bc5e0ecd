import { readObligations } from '../../db/obligations.ts';
import { recordAction } from '../../db/operatorActions.ts';
import type { SendKey } from '../../db/sends.ts';
import { requestCancel } from '../../db/sends.ts';
import type { Author, Command, CommandContext, CommandOutput } from '../command.ts';
import { CommandRefused, UsageError } from '../command.ts';
import { requireChain } from '../findInCatalog.ts';
import { expectArguments } from '../parseArguments.ts';

const AFTERWARDS = ['retry', 'hold'] as const;
type Afterwards = (typeof AFTERWARDS)[number];

const RECORDED: Readonly<Record<Afterwards, string>> = {
  retry: 'its transfers are paid with a new nonce afterwards',
  hold: 'its transfers are held afterwards',
};

const ANNOUNCED: Readonly<Record<Afterwards, string>> = {
  retry: 'is paid with a new nonce',
  hold: 'becomes held',
};

type CancelRequest = {
  readonly chainName: string;
  readonly nonce: number;
  readonly afterwards: Afterwards;
  readonly author: Author;
};

function parseNonce(text: string): number {
  if (/^\d{1,12}$/.test(text)) return Number(text);
  throw new UsageError(`The nonce must be a whole number; got "${text}".`);
}

function parseAfterwards(text: string | undefined): Afterwards {
  const afterwards = AFTERWARDS.find((name) => name === (text ?? 'retry'));
  if (afterwards) return afterwards;
  throw new UsageError(`--after must be retry or hold; got "${text}".`);
}

async function cancel(
  { catalog, database }: CommandContext,
  { chainName, nonce, afterwards, author }: CancelRequest,
): Promise<CommandOutput> {
  const { id: chainId, hotWallet: address } = requireChain(catalog, chainName);
  const key: SendKey = { chainId, address, nonce };
  const subject = `nonce ${nonce} on ${chainName}`;
  const transfers = await database.transaction(async (transaction) => {
    if (!(await requestCancel(transaction, key, { thenHold: afterwards === 'hold' }))) {
      throw new CommandRefused(
        `There is no unsettled payment at ${subject}, so there is nothing to cancel. "show" prints the nonce of each payment.`,
      );
    }
    const obligations = await readObligations(transaction, key);
    const ids = obligations.map(({ transferId }) => transferId);
    for (const transferId of ids.length > 0 ? ids : [null]) {
      const detail = RECORDED[afterwards];
      await recordAction(transaction, { ...author, action: 'cancel', subject, detail, transferId });
    }
    return ids;
  });
  const lines = [
    `The service replaces the transaction at ${subject} with an empty one. If the chain mines the payment first, the payment counts.`,
    ...transfers.map((id) => `Transfer ${id} ${ANNOUNCED[afterwards]} once the empty transaction is final.`),
  ];
  return { json: { chain: chainName, nonce, afterwards, transfers }, lines };
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
    const request = {
      chainName,
      nonce: parseNonce(nonceText),
      afterwards: parseAfterwards(options.after),
      author,
    };
    return (context) => cancel(context, request);
  },
};
