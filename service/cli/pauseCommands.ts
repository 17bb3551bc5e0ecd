import { recordAction } from '../db/operatorActions.ts';
import { deletePause, insertPause, listPauses } from '../db/pauses.ts';
import type { Catalog } from '../domain/catalog.ts';
import { chainSubject, EVERYTHING, pairSubject } from '../domain/pauses.ts';
import type { Command } from './command.ts';
import { BadInput, Refused } from './command.ts';
import { pickChain, pickRoute, takeWords } from './readWords.ts';
import { alignTable, sayTime } from './words.ts';

type Subject = { readonly subject: string; readonly name: string };

type ReadSubject = (catalog: Catalog) => Subject;

function readSubject(words: readonly string[]): ReadSubject {
  const [kind, ...rest] = words;
  switch (kind) {
    case 'all':
      takeWords(rest, []);
      return () => ({ subject: EVERYTHING, name: 'everything' });
    case 'chain': {
      const [name = ''] = takeWords(rest, ["The chain's name"]);
      return (catalog) => ({ subject: chainSubject(pickChain(catalog, name).id), name });
    }
    case 'pair': {
      const [token = '', from = '', to = ''] = takeWords(rest, [
        "The token's name",
        "The origin chain's name",
        "The destination chain's name",
      ]);
      return (catalog) => {
        const { id } = pickRoute(catalog, { token, from, to });
        return { subject: pairSubject(id), name: `${token} from ${from} to ${to}` };
      };
    }
    case undefined:
      throw new BadInput('What to pause or resume is missing: "chain <name>", "pair <token> <from> <to>" or "all".');
    default:
      throw new BadInput(`"${kind}" cannot be paused; say "chain <name>", "pair <token> <from> <to>" or "all".`);
  }
}

function nameSubject({ chains, routes }: Catalog, subject: string): string {
  if (subject === EVERYTHING) return 'everything';
  const chain = chains.find(({ id }) => chainSubject(id) === subject);
  const route = routes.find(({ id }) => pairSubject(id) === subject);
  if (route) return `${route.token.name} from ${route.origin.name} to ${route.destination.name}`;
  return chain ? chain.name : `${subject} (not in the configuration)`;
}

const FORMS = ['chain <name>', 'pair <token> <from> <to>', 'all'];

export const pauseCommand: Command = {
  name: 'pause',
  forms: FORMS,
  summary: 'stop serving and paying a chain, a pair or everything',
  explanation:
    'Within about a second no process builds, lists or signs for it any more. Deposits are read as before and wait; what is signed already is sent and settled; nothing is refunded because of a pause.',
  options: {},
  changes: true,
  read: ({ words, author }) => {
    const read = readSubject(words);
    return async ({ catalog, database }) => {
      const { subject, name } = read(catalog);
      await database.transaction(async (transaction) => {
        if (!(await insertPause(transaction, { subject, ...author }))) throw new Refused(`${name} is paused already.`);
        await recordAction(transaction, { ...author, action: 'pause', subject, detail: name, transferId: null });
      });
      return { json: { subject, paused: true }, lines: [`Paused: ${name}.`] };
    };
  },
};

export const resumeCommand: Command = {
  name: 'resume',
  forms: FORMS,
  summary: 'end a pause',
  explanation: 'What waited is tried again within a minute.',
  options: {},
  changes: true,
  read: ({ words, author }) => {
    const read = readSubject(words);
    return async ({ catalog, database }) => {
      const { subject, name } = read(catalog);
      await database.transaction(async (transaction) => {
        if (!(await deletePause(transaction, subject))) {
          throw new Refused(`${name} is not paused by itself; "pauses" lists what is.`);
        }
        await recordAction(transaction, { ...author, action: 'resume', subject, detail: name, transferId: null });
      });
      return { json: { subject, paused: false }, lines: [`Resumed: ${name}.`] };
    };
  },
};

export const pausesCommand: Command = {
  name: 'pauses',
  forms: [''],
  summary: 'list what is paused, since when, by whom and why',
  explanation: '',
  options: {},
  changes: false,
  read: ({ words }) => {
    takeWords(words, []);
    return async ({ catalog, database }) => {
      const pauses = await listPauses(database);
      const rows = pauses.map(({ subject, since, who, why }) => [
        nameSubject(catalog, subject),
        sayTime(since),
        who,
        why,
      ]);
      const lines = rows.length === 0 ? ['Nothing is paused.'] : alignTable(['paused', 'since', 'who', 'why'], rows);
      return { json: pauses, lines };
    };
  },
};
