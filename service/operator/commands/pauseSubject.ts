import type { Catalog } from '../../boot/model/catalog.ts';
import { chainSubject, EVERYTHING, pairSubject } from '../../guards/model/pauses.ts';
import { expectArguments, UsageError } from './command.ts';
import { requireChain, requireRoute } from './findInCatalog.ts';

export const SUBJECT_USAGES = ['chain <name>', 'pair <token> <from> <to>', 'all'];

const FORMS = 'Use "chain <name>", "pair <token> <from> <to>" or "all".';

/**
 * Parses the subject's form at once; the returned function looks up its names in the catalog. It returns the stored
 * subject.
 */
export function parseSubject(args: readonly string[]): (catalog: Catalog) => string {
  const [kind, ...rest] = args;
  switch (kind) {
    case 'all':
      expectArguments(rest, []);
      return () => EVERYTHING;
    case 'chain': {
      const [name = ''] = expectArguments(rest, ["the chain's name"]);
      return (catalog) => chainSubject(requireChain(catalog, name).id);
    }
    case 'pair': {
      const names = ["the token's name", "the origin chain's name", "the destination chain's name"];
      const [token = '', from = '', to = ''] = expectArguments(rest, names);
      return (catalog) => pairSubject(requireRoute(catalog, { token, from, to }).id);
    }
    case undefined:
      throw new UsageError(`Missing argument: what to pause or resume. ${FORMS}`);
    default:
      throw new UsageError(`"${kind}" cannot be paused or resumed. ${FORMS}`);
  }
}

export function formatSubject({ chains, routes }: Catalog, subject: string): string {
  if (subject === EVERYTHING) return 'everything';
  const chain = chains.find(({ id }) => chainSubject(id) === subject);
  const route = routes.find(({ id }) => pairSubject(id) === subject);
  if (route) return `${route.token.name} from ${route.origin.name} to ${route.destination.name}`;
  return chain ? chain.name : `${subject} (not in the configuration)`;
}

/** Replaces the stored subjects in a text from the database with the configuration's names. */
export function nameSubjects(catalog: Catalog, text: string): string {
  if (text === EVERYTHING) return formatSubject(catalog, text);
  return text.replaceAll(/\b(?:chain:\d+|pair:[^\s:]+:\d+:\d+)\b/g, (subject) => formatSubject(catalog, subject));
}
