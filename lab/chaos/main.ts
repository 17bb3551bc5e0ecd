import { readCommandLine, readCount, rejectArguments } from '../commandLine.ts';
import { attacksCommand } from './attacks/attacksCommand.ts';
import { campaignCommand } from './campaign/campaignCommand.ts';
import { failpointsCommand } from './failpoints/failpointsCommand.ts';

const HELP = `Usage: npm run chaos -- <command> [options]

Commands:
  campaign [--seeds 1-10] [--transfers 1000]
      Deposits on two chains while processes are killed, chains are reorganised, PostgreSQL crashes and
      RPC endpoints fail. Then audits every payment from the chains alone. Runs one seed after the other;
      --seeds takes numbers and ranges, such as 1-3,7. Prints a line for each seed.
  failpoints [--only "payout sign.signed kill"]
      Kills, freezes and disconnects the service at every step of a payout, a refund, a fee bump and a cancel.
      Succeeds when the service recovers in every case. --only runs the cases whose name contains the text.
  attacks [--only log] [--transfers 12]
      Plays every attack of docs/security.md against whole processes. Lets honest users transfer without and with
      each attack, then audits the chains. Succeeds when no attacker gained anything and no delay tripled. --only
      plays the attacks whose name contains the text.

Results go to the standard output, progress to the standard error. \`npm run evidence\` runs all of them and stores the
last line. Process logs are in test-results/chaos.`;

const OPTIONS_BY_COMMAND: Readonly<Record<string, readonly string[]>> = {
  campaign: ['seeds', 'transfers'],
  failpoints: ['only'],
  attacks: ['only', 'transfers'],
};

function print(line: string): void {
  console.error(`${new Date().toISOString().slice(11, 19)} ${line}`);
}

/** Parses numbers and ranges: "1-3,7" gives 1, 2, 3 and 7. */
function readSeeds(text: string): readonly number[] {
  return text.split(',').flatMap((part) => {
    const [from = Number.NaN, to = from] = part.split('-').map(Number);
    if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || to < from) {
      rejectArguments(`--seeds must be numbers and ranges such as 1-10, not ${JSON.stringify(part)}.`);
    }
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
}

async function run(command: string, values: Readonly<Partial<Record<string, string>>>): Promise<boolean> {
  const { seeds = '1-10', only = '' } = values;
  const transfers = readCount('--transfers', values.transfers ?? (command === 'attacks' ? '12' : '1000'));
  switch (command) {
    case 'campaign':
      return campaignCommand({
        seeds: readSeeds(seeds),
        transfers,
        print,
      });
    case 'failpoints':
      return failpointsCommand(only, print);
    default:
      return attacksCommand({ only, transfers, print });
  }
}

const { values, operands } = readCommandLine({
  help: HELP,
  options: ['seeds', 'transfers', 'only'],
  maxOperands: 1,
});
const [command = ''] = operands;
const accepted = OPTIONS_BY_COMMAND[command];
if (!accepted)
  rejectArguments(command === '' ? 'The command is missing.' : `Unknown command ${JSON.stringify(command)}.`);
for (const name of Object.keys(values)) {
  if (!accepted.includes(name)) rejectArguments(`The command ${command} has no option --${name}.`);
}

// exit() runs the handlers that kill the child processes; the default action of a signal would skip them.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

process.exitCode = (await run(command, values)) ? 0 : 1;
