import { differenceSubject } from '../../books/readings.ts';
import { incidentSubject } from '../../db/incidents.ts';
import type { Command } from './command.ts';
import { expectArguments, UsageError } from './command.ts';
import { runOrder } from './giveOrder.ts';

const SUBJECTS: Readonly<Record<string, (id: bigint) => string>> = {
  incident: incidentSubject,
  difference: differenceSubject,
};

export const resolveCommand: Command = {
  name: 'resolve',
  usages: ['incident <number>', 'difference <number>'],
  summary: 'record the explanation of an incident or a difference in the books',
  details:
    'Give the number shown by "list incidents" or "list differences". First find out what happened, and fix it. An incident\'s alert ends when no incident of its kind is open. The reason stays in the list, and that of a difference in the export; no command removes it. A resolved difference no longer blocks sweeps: from then on, a sweep counts a surplus as free. Every other incident and difference, including later ones, needs its own resolution.',
  options: {},
  isChange: true,
  parse: ({ args, author }) => {
    const [kind = '', text = ''] = expectArguments(args, ['incident or difference', 'its number']);
    const toSubject = Object.hasOwn(SUBJECTS, kind) ? SUBJECTS[kind] : undefined;
    if (!toSubject)
      throw new UsageError(`"${kind}" cannot be resolved. Use "incident <number>" or "difference <number>".`);
    if (!/^\d{1,15}$/.test(text)) throw new UsageError(`The ${kind} must be a number; got "${text}".`);
    return (context) => runOrder(context, { action: 'resolve', subject: toSubject(BigInt(text)), author });
  },
};
