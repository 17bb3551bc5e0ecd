import type { Command } from '../command.ts';
import { approveCommand, requestsCommand } from './approveCommands.ts';
import { bulkCommand } from './bulkCommand.ts';
import { cancelCommand } from './cancelCommand.ts';
import { differencesCommand, explainCommand } from './differenceCommands.ts';
import { exportCommand } from './exportCommand.ts';
import { haltsCommand } from './haltsCommand.ts';
import { liquidityCommand } from './liquidityCommand.ts';
import { listCommand } from './listCommand.ts';
import { pauseCommand, pausesCommand, resumeCommand } from './pauseCommands.ts';
import { reconcileCommand } from './reconcileCommand.ts';
import { actionsCommand, incidentsCommand } from './recordCommands.ts';
import { rereadCommand } from './rereadCommand.ts';
import { showCommand } from './showCommand.ts';
import { sweepCommand } from './sweepCommand.ts';
import { transferCommands } from './transferCommands.ts';
import { unhaltCommand } from './unhaltCommand.ts';

/** In the order of the help text. */
export const COMMANDS: readonly Command[] = [
  listCommand,
  showCommand,
  ...transferCommands,
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
  approveCommand,
  requestsCommand,
];
