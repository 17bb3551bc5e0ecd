import { endTrip, lockBreaker, readOpenTrip } from '../../db/breaker.ts';
import { recordAction } from '../../db/operatorActions.ts';
import { deletePause, insertPause, listPauses } from '../../db/pauses.ts';
import { demandApproval } from '../approval.ts';
import type { Command } from '../command.ts';
import { CommandRefused } from '../command.ts';
import { formatTable, formatTime } from '../format.ts';
import { expectArguments } from '../parseArguments.ts';
import { formatSubject, parseSubject, SUBJECT_USAGES } from './pauseSubject.ts';

export const pauseCommand: Command = {
  name: 'pause',
  usages: SUBJECT_USAGES,
  summary: 'pause a chain, a pair or everything',
  details:
    'Within about a second, no process builds, lists or signs for the subject. The service still reads deposits, which wait, and still sends and settles signed payments. A pause refunds nothing.',
  options: {},
  isChange: true,
  parse: ({ args, author }) => {
    const findSubject = parseSubject(args);
    return async ({ catalog, database }) => {
      const { subject, name } = findSubject(catalog);
      await database.transaction(async (transaction) => {
        if (!(await insertPause(transaction, { subject, ...author }))) {
          throw new CommandRefused(`The pause of ${name} already exists. "pauses" shows its author and reason.`);
        }
        await recordAction(transaction, { ...author, action: 'pause', subject, detail: name, transferId: null });
      });
      return { json: { subject, paused: true }, lines: [`Paused: ${name}.`] };
    };
  },
};

export const resumeCommand: Command = {
  name: 'resume',
  usages: SUBJECT_USAGES,
  summary: 'end a pause',
  details:
    'The service tries the transfers that waited within a minute. After a stop of the circuit breaker, only payments since that stop count.',
  options: {},
  isChange: true,
  parse: ({ args, author }) => {
    const findSubject = parseSubject(args);
    return async (context) => {
      const { catalog, database } = context;
      const { subject, name } = findSubject(catalog);
      const trip = await database.transaction(async (transaction) => {
        // The worker can be storing a stop of the same subject.
        await lockBreaker(transaction);
        const stopped = await readOpenTrip(transaction, subject);
        if (stopped !== null) {
          const summary = `resume ${name}, which the circuit breaker stopped: ${stopped}`;
          await demandApproval(context, transaction, { action: 'resume', subjects: [subject], amounts: null, summary });
          await endTrip(transaction, subject);
        }
        if (!(await deletePause(transaction, subject))) {
          throw new CommandRefused(`There is no pause of ${name}. "pauses" lists every pause.`);
        }
        const detail = stopped === null ? name : `${name}; the circuit breaker had stopped it: ${stopped}`;
        await recordAction(transaction, { ...author, action: 'resume', subject, detail, transferId: null });
        return stopped;
      });
      const lines = [
        `Resumed: ${name}.`,
        ...(trip === null ? [] : [`This also ends the stop of the circuit breaker: ${trip}.`]),
      ];
      return { json: { subject, paused: false, trip }, lines };
    };
  },
};

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
