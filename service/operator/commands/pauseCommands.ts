import type { Command } from './command.ts';
import { runOrder } from './giveOrder.ts';
import { parseSubject, SUBJECT_USAGES } from './pauseSubject.ts';

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
    'The service retries the waiting transfers within a minute. After a stop by the circuit breaker, only payments since that stop count.',
});
