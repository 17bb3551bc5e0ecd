import type { Command } from '../command.ts';
import { cancelCommand } from './cancelCommand.ts';
import { closeCommand } from './closeCommand.ts';
import { haltsCommand } from './haltsCommand.ts';
import { holdCommand } from './holdCommand.ts';
import { liquidityCommand } from './liquidityCommand.ts';
import { listCommand } from './listCommand.ts';
import { pauseCommand, pausesCommand, resumeCommand } from './pauseCommands.ts';
import { actionsCommand, incidentsCommand } from './recordCommands.ts';
import { refundCommand } from './refundCommand.ts';
import { rereadCommand } from './rereadCommand.ts';
import { retryCommand } from './retryCommand.ts';
import { showCommand } from './showCommand.ts';
import { unhaltCommand } from './unhaltCommand.ts';

/** In the order of the help text. */
export const COMMANDS: readonly Command[] = [
  listCommand,
  showCommand,
  retryCommand,
  holdCommand,
  refundCommand,
  closeCommand,
  cancelCommand,
  pauseCommand,
  resumeCommand,
  pausesCommand,
  liquidityCommand,
  haltsCommand,
  unhaltCommand,
  rereadCommand,
  incidentsCommand,
  actionsCommand,
];
