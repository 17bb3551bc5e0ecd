import { listPauses } from '../../guards/pauses.ts';
import type { Command } from './command.ts';
import { expectArguments, formatTable, formatTime } from './command.ts';
import { runOrder } from './giveOrder.ts';
import { formatSubject, parseSubject, SUBJECT_USAGES } from './pauseSubject.ts';

function createPauseCommand(action: 'pause' | 'resume', texts: Pick<Command, 'summary' | 'details'>): Command {
  return {
    name: action,
    usages: SUBJECT_USAGES,
    ...texts,
    options: {},
    isChange: true,
    parse: ({ args, author }) => {
      const findSubject = parseSubject(args);
      return async (context) => runOrder(context, { action, subject: findSubject(context.catalog), author });
    },
  };
}

export const pauseCommand = createPauseCommand('pause', {
  summary: 'pause a chain, a pair or everything',
  details:
    'Within about a second, no process builds, lists or signs for the subject. The service still reads deposits, which wait, and still sends and settles signed payments. A pause refunds nothing.',
});

export const resumeCommand = createPauseCommand('resume', {
  summary: 'end a pause',
  details:
    'The service tries the transfers that waited within a minute. After a stop of the circuit breaker, only payments since that stop count.',
});

export const pausesCommand: Command = {
  name: 'pauses',
  usages: [''],
  summary: 'list pauses with their start, author and reason',
  details: '',
  options: {},
  isChange: false,
  parse: ({ args }) => {
    expectArguments(args, []);
    return async ({ catalog, database }) => {
      const pauses = await listPauses(database);
      const rows = pauses.map(({ subject, since, who, why }) => [
        formatSubject(catalog, subject),
        formatTime(since),
        who,
        why,
      ]);
      const lines = rows.length === 0 ? ['Nothing is paused.'] : formatTable(['paused', 'since', 'who', 'why'], rows);
      return { json: pauses, lines };
    };
  },
};
