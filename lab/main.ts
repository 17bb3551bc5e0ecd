import { readCommandLine, readCount, rejectArguments } from './commandLine.ts';
import { runHaCampaign } from './ha/campaign/runHaCampaign.ts';
import { mutantsCommand } from './mutants/mutantsCommand.ts';
import { keepNetworks, tryNetworks, tryRunbook } from './networks/networksCommand.ts';
import { bundlePrograms } from './service/programs.ts';

const HELP = `Usage: npm run lab -- ha [--transfers 200] [--faults 12]
       npm run lab -- networks [--out networks]
       npm run lab -- networks --try
       npm run lab -- alerts [--only CausewayDown,CausewayPaused]
       npm run lab -- mutants [service|contracts|proofs] [--only cursor]

ha runs the service on three PostgreSQL servers under Patroni, with etcd, HAProxy and pgbouncer. Kills, freezes and partitions
the primary in turn while deposits arrive. Then audits every payment from the chains alone.

  --transfers  how many transfers to make (default 200)
  --faults     how often to break the primary (default 12)

networks runs two chains that behave like real networks: an Ethereum with a block every 12 s and a rollup of the OP stack with
a block every 2 s, with lagging tags, three RPC endpoints each, price feeds and data fees. It writes the answers for
"causeway init".

  --out        the folder for the answers and the keys (default networks)
  --try        follows the commands of docs/deploying.md on these chains, in a fresh clone, on a fresh PostgreSQL
               and in a booted systemd, and makes a transfer in each direction. Then types the tasks of docs/operating.md.
               Needs root

alerts deploys in the same way, then causes faults, waits for their alerts, runs the commands of the entries in docs/runbook.md, and waits
for the alerts to end. Prometheus has the rules of docs/operations with short times. Needs root.

  --only       tries only the cases with these alerts

mutants edits the sources to make one known mistake at a time, and succeeds when every mistake is found: those of the service by
their scenarios, those of the contracts by forge's tests. proofs lets solc's model checker prove two sentences about the
contracts, and requires that it refutes contracts with a mistake. Without a list, runs all three.

  --only       runs only the mutants whose name contains the text

All but mutants run Debian's packages. They download the missing ones into a temporary folder, and start no system service.
PostgreSQL itself must be installed. Results go to the standard output, progress to the standard error. \`npm run evidence\` runs
all and stores the last line. Process logs are in test-results/chaos and test-results/networks.`;

function print(line: string): void {
  console.error(`${new Date().toISOString().slice(11, 19)} ${line}`);
}

const { values, operands } = readCommandLine<'transfers' | 'faults' | 'out' | 'only' | 'try'>({
  ...{ help: HELP, options: ['transfers', 'faults', 'out', 'only'], flags: ['try'], maxOperands: 2 },
});
const [command, list] = operands;
if (command === undefined) rejectArguments('The command is missing.');
if (command !== 'ha' && command !== 'networks' && command !== 'alerts' && command !== 'mutants')
  rejectArguments(`Unknown command ${JSON.stringify(command)}.`);
if (list !== undefined && command !== 'mutants') rejectArguments(`Unknown argument ${JSON.stringify(list)}.`);

// exit() runs the handlers that continue frozen processes and remove folders; the default action of a signal would skip them.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

if (command === 'ha') await runHa();
else if (command === 'alerts') await tryRunbook(print, values.only?.split(',') ?? null);
else if (command === 'mutants')
  process.exitCode = (await mutantsCommand({ list, only: values.only ?? '' }, print)) ? 0 : 1;
else if (values.try === 'yes') await tryNetworks(print);
else await keepNetworks(values.out ?? 'networks');

async function runHa(): Promise<void> {
  const transfers = readCount('--transfers', values.transfers ?? '200');
  const faults = readCount('--faults', values.faults ?? '12');
  const { programs, remove } = await bundlePrograms();
  try {
    const result = await runHaCampaign({ transfers, faults, programs, print });
    print(JSON.stringify(result));
    const seconds = result.faults.map(({ secondsWithoutPrimary }) => secondsWithoutPrimary);
    const { audit, writes } = result;
    console.log(
      `${result.faults.length} faults: ${audit.deposits} deposits, ${audit.payouts} payouts, ${audit.refunds} refunds, ${audit.violations.length} lost, paid twice or wrong; ${writes.lost} of ${writes.acknowledged} committed rows lost; without a primary for ${Math.max(...seconds)} s at most`,
    );
    process.exitCode = result.passed ? 0 : 1;
  } finally {
    await remove();
  }
}
