import { readObligations } from '../db/obligations.ts';
import { recordAction } from '../db/operatorActions.ts';
import type { SendKey } from '../db/sends.ts';
import { requestCancel } from '../db/sends.ts';
import type { Answer, Author, Command, CommandContext } from './command.ts';
import { BadInput, Refused } from './command.ts';
import { pickChain, takeWords } from './readWords.ts';

const AFTERWARDS = ['retry', 'hold'] as const;
type Afterwards = (typeof AFTERWARDS)[number];

type Cancel = {
  readonly chainName: string;
  readonly nonce: number;
  readonly afterwards: Afterwards;
  readonly author: Author;
};

function readNonce(text: string): number {
  if (/^\d{1,12}$/.test(text)) return Number(text);
  throw new BadInput(`The nonce is a whole number, not "${text}".`);
}

function readAfterwards(text: string | undefined): Afterwards {
  const afterwards = AFTERWARDS.find((name) => name === (text ?? 'retry'));
  if (afterwards) return afterwards;
  throw new BadInput(`--after is retry or hold, not "${text}".`);
}

async function cancel(
  { catalog, database }: CommandContext,
  { chainName, nonce, afterwards, author }: Cancel,
): Promise<Answer> {
  const { id: chainId, maker: address } = pickChain(catalog, chainName);
  const key: SendKey = { chainId, address, nonce };
  const subject = `nonce ${nonce} on ${chainName}`;
  const transfers = await database.transaction(async (transaction) => {
    if (!(await requestCancel(transaction, key, { thenHold: afterwards === 'hold' }))) {
      throw new Refused(`There is no unsettled payment at ${subject}.`);
    }
    const obligations = await readObligations(transaction, key);
    const detail = afterwards === 'hold' ? 'its transfers are held after it' : 'its transfers are paid anew after it';
    for (const { transferId } of obligations) {
      await recordAction(transaction, { ...author, action: 'cancel', subject, detail, transferId });
    }
    return obligations.map(({ transferId }) => transferId);
  });
  const lines = [
    `The service replaces ${subject} by an empty transaction. Where the payment is mined all the same, it counts.`,
    ...transfers.map((id) => `Transfer ${id} is ${afterwards === 'hold' ? 'held' : 'paid anew'} once that is final.`),
  ];
  return { json: { chain: chainName, nonce, afterwards, transfers }, lines };
}

export const cancelCommand: Command = {
  name: 'cancel',
  forms: ['<chain> <nonce>'],
  summary: 'replace what is signed at a nonce by an empty transaction',
  explanation:
    'For a payment that is stuck or should not happen. The service signs and sends the replacement; until one of both is final, nothing else is paid for the transfers. A refund that was begun stays one.',
  options: { after: { value: 'retry|hold', help: 'what becomes of its transfers after it (retry)' } },
  changes: true,
  read: ({ words, options, author }) => {
    const [chainName = '', nonceText = ''] = takeWords(words, ["The chain's name", 'The nonce']);
    const order = { chainName, nonce: readNonce(nonceText), afterwards: readAfterwards(options.after), author };
    return (context) => cancel(context, order);
  },
};
