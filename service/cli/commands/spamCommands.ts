import type { Address } from 'viem';
import { parseAddress } from '#shared/address.ts';
import { applyEvents } from '../../db/applyEvents.ts';
import type { Transaction } from '../../db/database.ts';
import { recordAction } from '../../db/operatorActions.ts';
import { deleteSpamToken, findHeldOf, insertSpamToken, listSpamTokens } from '../../db/spamTokens.ts';
import type { Chain } from '../../domain/catalog.ts';
import { findPinnedToken } from '../../domain/catalog.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandRefused, UsageError } from '../command.ts';
import { describeChain, requireChain } from '../findInCatalog.ts';
import { formatTable, formatTime } from '../format.ts';
import { expectArguments } from '../parseArguments.ts';

// One transaction locks these transfers. The command can run again.
const MAX_CLOSED = 5000;

type Subject = { readonly chain: Chain; readonly token: Address; readonly name: string };

function parseSubject(args: readonly string[]): (context: CommandContext) => Subject {
  const [chainName = '', text = ''] = expectArguments(args, ["the chain's name", "the token's address"]);
  const token = parseAddress(text);
  if (!token) throw new UsageError(`The token must be an address; got "${text}".`);
  return ({ catalog }) => ({ chain: requireChain(catalog, chainName), token, name: `${token} on ${chainName}` });
}

/** Closes the held transfers of a token. One with a payment that can take effect stays. @returns how many it closed */
async function closeHeld(transaction: Transaction, { chain, token }: Subject): Promise<number> {
  const ids = await findHeldOf(transaction, { chainId: chain.id, token }, MAX_CLOSED);
  const states = await applyEvents(
    transaction,
    ids.map((id) => ({ id, event: 'closed', detail: 'an operator called its token spam', fields: { note: null } })),
  );
  return states.filter((state) => state !== null).length;
}

export const spamCommand: Command = {
  name: 'spam',
  usages: ['<chain> <token>'],
  summary: 'drop the deposits of a worthless token, and close the held ones',
  details:
    'The service does not store another deposit of the token from this chain: nothing is held, and its receipt answers 907. What is held is closed, which no command undoes. Refused for a token of the configuration. "unspam" ends the decision for later deposits.',
  options: {},
  isChange: true,
  parse: ({ args, author }) => {
    const findSubject = parseSubject(args);
    return async (context) => {
      const subject = findSubject(context);
      const { chain, token, name } = subject;
      if (findPinnedToken(context.catalog, chain, token)) {
        throw new CommandRefused(`The configuration has ${name}, so its deposits are owed to their senders.`);
      }
      const { isNew, closed } = await context.database.transaction(async (transaction) => {
        const isStored = await insertSpamToken(transaction, { chainId: chain.id, token, ...author });
        const detail = isStored ? 'its deposits are dropped' : 'its deposits were dropped already';
        await recordAction(transaction, { ...author, action: 'spam', subject: name, detail, transferId: null });
        return { isNew: isStored, closed: await closeHeld(transaction, subject) };
      });
      const lines = [
        isNew ? `Deposits of ${name} are dropped from now on.` : `Deposits of ${name} were dropped already.`,
        `${closed} held transfers are closed.${closed === MAX_CLOSED ? ' Run the command again for the rest.' : ''}`,
      ];
      return { json: { chain: chain.name, token, closed }, lines };
    };
  },
};

export const unspamCommand: Command = {
  name: 'unspam',
  usages: ['<chain> <token>'],
  summary: 'store the deposits of a token again',
  details:
    'Later deposits are held again. Dropped ones stay in the vault, except in blocks that the service has yet to read a second time: it holds those too, with the incident rescanFound beyond the reorg window.',
  options: {},
  isChange: true,
  parse: ({ args, author }) => {
    const findSubject = parseSubject(args);
    return async (context) => {
      const { chain, token, name } = findSubject(context);
      await context.database.transaction(async (transaction) => {
        if (!(await deleteSpamToken(transaction, { chainId: chain.id, token }))) {
          throw new CommandRefused(`Deposits of ${name} are not dropped. "spams" lists every such token.`);
        }
        const detail = 'its deposits are stored again';
        await recordAction(transaction, { ...author, action: 'unspam', subject: name, detail, transferId: null });
      });
      return { json: { chain: chain.name, token }, lines: [`Deposits of ${name} are stored again.`] };
    };
  },
};

export const spamsCommand: Command = {
  name: 'spams',
  usages: [''],
  summary: 'list tokens whose deposits are dropped',
  details: '',
  options: {},
  isChange: false,
  parse: ({ args }) => {
    expectArguments(args, []);
    return async ({ catalog, database }) => {
      const tokens = await listSpamTokens(database);
      const rows = tokens.map(({ chainId, token, at, who, why }) => [
        ...[describeChain(catalog, chainId), token, formatTime(at), who, why],
      ]);
      const headings = ['chain', 'token', 'since', 'who', 'why'];
      return { json: tokens, lines: rows.length === 0 ? ['No deposits are dropped.'] : formatTable(headings, rows) };
    };
  },
};
