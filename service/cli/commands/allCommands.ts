import type { Command } from '../command.ts';
import { parseCommandLine } from '../commandLine.ts';
import { createApproveCommand, requestsCommand } from './approveCommands.ts';
import { bulkCommand } from './bulkCommand.ts';
import { cancelCommand } from './cancelCommand.ts';
import { closeCommand } from './closeCommand.ts';
import { differencesCommand, explainCommand } from './differenceCommands.ts';
import { exportCommand } from './exportCommand.ts';
import { haltsCommand } from './haltsCommand.ts';
import { holdCommand } from './holdCommand.ts';
import { liquidityCommand } from './liquidityCommand.ts';
import { listCommand } from './listCommand.ts';
import { pauseCommand, pausesCommand, resumeCommand } from './pauseCommands.ts';
import { reconcileCommand } from './reconcileCommand.ts';
import { actionsCommand, incidentsCommand } from './recordCommands.ts';
import { refundCommand } from './refundCommand.ts';
import { rereadCommand } from './rereadCommand.ts';
import { retryCommand } from './retryCommand.ts';
import { showCommand } from './showCommand.ts';
import { sweepCommand } from './sweepCommand.ts';
import { unhaltCommand } from './unhaltCommand.ts';

const CHANGES: readonly Command[] = [
  listCommand,
  showCommand,
  retryCommand,
  holdCommand,
  refundCommand,
  closeCommand,
  bulkCommand,
  cancelCommand,
  pauseCommand,
  resumeCommand,
  pausesCommand,
  liquidityCommand,
  sweepCommand,
  exportCommand,
  reconcileCommand,
  differencesCommand,
  explainCommand,
  haltsCommand,
  unhaltCommand,
  rereadCommand,
  incidentsCommand,
  actionsCommand,
];

const approveCommand = createApproveCommand((command, who) => {
  const line = parseCommandLine(CHANGES, command, who);
  if (line.kind === 'help') throw new Error('a request is no call for help');
  return line.run;
});

/** In the order of the help text. */
export const COMMANDS: readonly Command[] = [...CHANGES, approveCommand, requestsCommand];
