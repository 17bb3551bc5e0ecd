import { campaignCommand } from './campaign/campaignCommand.ts';
import { readCommandLine, readCount, rejectArguments } from './commandLine.ts';
import { drillsCommand } from './drills/drillsCommand.ts';
import { mutantsCommand } from './mutants/mutantsCommand.ts';
import { keepNetworks, tryNetworks, tryRunbook } from './networks/networksCommand.ts';

const HELP = `Usage: npm run lab -- drills [traffic|steps] [--only log] [--transfers 12]
       npm run lab -- campaign [--seeds 1-10] [--transfers 1000]
       npm run lab -- mutants [service|contracts|proofs] [--only cursor]
       npm run lab -- networks [--out networks]
       npm run lab -- networks --try
       npm run lab -- alerts [--only CausewayDown,CausewayPaused]

drills disturbs the service in every way that the lab knows, on real processes. In a traffic drill, honest users make transfers
undisturbed, and then during an attack, a failover or an operator's mistake. It passes if an audit of the chains finds that
nobody gained anything, and no delay tripled. In a step drill, workers are killed, frozen or disconnected at exact steps of a
payment. It passes if the service pays once, although the contract would pay twice.

  --only       runs only the drills whose name contains the text, such as "payout sign.signed kill"
  --transfers  honest transfers before a disturbance, and again during it (default 12)

campaign makes deposits on two chains while processes are killed, chains are reorganised, PostgreSQL crashes and RPC endpoints
fail. Then it audits every payment from the chains alone. Runs one seed after another, and prints a line for each.

  --seeds      numbers and ranges, such as 1-3,7 (default 1-10)
  --transfers  how many transfers to make with each seed (default 1000)

mutants edits the sources to make one known mistake at a time, and passes if every mistake is found: those in the service by
drills and tests, those in the contracts by forge's tests. proofs lets solc's model checker prove two sentences about the contracts, and
requires it to refute contracts with a mistake. Without a list, runs all three.

  --only       runs only the mutants whose name contains the text

networks runs two chains that behave like real networks: an Ethereum with a block every 12 s, and an OP-stack rollup with a
block every 2 s. They have lagging tags, three RPC endpoints each, price feeds and data fees. It writes the answers for
"causeway init".

  --out        the folder for the answers and the keys (default networks)
  --try        follows the commands of docs/deploying.md on these chains, in a fresh clone, on a fresh PostgreSQL and in a
               booted systemd, and makes a transfer in each direction. Then it does the tasks of docs/operating.md.
               Needs root

alerts deploys in the same way, then causes faults, waits for their alerts, runs the commands of their entries in
docs/runbook.md, and waits for the alerts to end. Prometheus uses the rules of docs/operations with short times. Needs root.

  --only       tries only the cases with these alerts

networks and alerts run Debian's packages. They download missing ones into a temporary folder, and start no system service.
PostgreSQL itself must be installed. Results go to the standard output, progress to the standard error.
\`npm run evidence\` runs everything and stores the last line. Process logs are in test-results.`;

type Option = 'only' | 'transfers' | 'seeds' | 'out' | 'try';
type Command = {
  readonly options: readonly Option[];
  /** The words that may follow the command's name. */
  readonly lists?: readonly string[];
  /** @returns whether all passed */
  readonly run: (values: Readonly<Partial<Record<Option, string>>>, list: string | undefined) => Promise<boolean>;
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

const COMMANDS: Readonly<Record<string, Command>> = {
  drills: {
    options: ['only', 'transfers'],
    lists: ['traffic', 'steps'],
    run: ({ only = '', transfers = '12' }, list) => {
      const kind = list === 'traffic' || list === 'steps' ? list : undefined;
      return drillsCommand({ kind, only, transfers: readCount('--transfers', transfers), print });
    },
  },
  campaign: {
    options: ['seeds', 'transfers'],
    run: ({ seeds = '1-10', transfers = '1000' }) =>
      campaignCommand({ seeds: readSeeds(seeds), transfers: readCount('--transfers', transfers), print }),
  },
  mutants: {
    options: ['only'],
    lists: ['service', 'contracts', 'proofs'],
    run: ({ only = '' }, list) => mutantsCommand({ list, only }, print),
  },
  networks: {
    options: ['out', 'try'],
    run: async ({ out = 'networks', try: isTry }) => {
      await (isTry === 'yes' ? tryNetworks(print) : keepNetworks(out));
      return process.exitCode !== 1;
    },
  },
  alerts: {
    options: ['only'],
    run: async ({ only }) => {
      await tryRunbook(print, only?.split(',') ?? null);
      return process.exitCode !== 1;
    },
  },
};

const { values, operands } = readCommandLine<Option>({
  ...{ help: HELP, options: ['only', 'transfers', 'seeds', 'out'], flags: ['try'], maxOperands: 2 },
});
const [name = '', list] = operands;
const command = COMMANDS[name];
if (!command) rejectArguments(name === '' ? 'The command is missing.' : `Unknown command ${JSON.stringify(name)}.`);
if (list !== undefined && !command.lists?.includes(list)) rejectArguments(`Unknown argument ${JSON.stringify(list)}.`);
for (const option of Object.keys(values)) {
  if (!command.options.some((known) => known === option))
    rejectArguments(`The command ${name} has no option --${option}.`);
}

// exit() runs the handlers that end child processes, resume frozen ones and remove folders. A signal's default action would
// skip them.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

// After a failure, a leftover chain or timer would keep the process alive.
process.exit((await command.run(values, list)) ? 0 : 1);
