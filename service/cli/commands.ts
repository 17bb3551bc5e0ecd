import { cancelCommand } from './cancelCommand.ts';
import type { Command } from './command.ts';
import { haltsCommand, unhaltCommand } from './haltCommands.ts';
import { liquidityCommand } from './liquidityCommand.ts';
import { listCommand } from './listCommand.ts';
import { holdCommand, refundCommand, retryCommand } from './orderTransfer.ts';
import { pauseCommand, pausesCommand, resumeCommand } from './pauseCommands.ts';
import { actionsCommand, incidentsCommand } from './recordCommands.ts';
import { showCommand } from './showCommand.ts';

/** Every command, in the order in which they are listed. */
export const COMMANDS: readonly Command[] = [
  listCommand,
  showCommand,
  retryCommand,
  holdCommand,
  refundCommand,
  cancelCommand,
  pauseCommand,
  resumeCommand,
  pausesCommand,
  liquidityCommand,
  haltsCommand,
  unhaltCommand,
  incidentsCommand,
  actionsCommand,
];
