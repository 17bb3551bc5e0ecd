import { storeHa } from './chaos/report/storedResults.ts';
import { readCommandLine, readCount, rejectArguments } from './commandLine.ts';
import { runHaCampaign } from './ha/campaign/runHaCampaign.ts';
import { bundlePrograms } from './service/programs.ts';

const HELP = `Usage: npm run lab -- ha [--transfers 200] [--faults 12]

Runs the service on three PostgreSQL servers under Patroni, with etcd, HAProxy and pgbouncer. Kills, freezes and partitions
the primary in turn while deposits arrive. Then audits every payment from the chains alone, and stores the result in
docs/chaos/ha.json. npm run chaos -- report writes it into docs/exactly-once.md.

  --transfers  how many transfers to make (default 200)
  --faults     how often to break the primary (default 12)

It runs Debian's packages. It downloads the missing ones into a temporary folder, and starts no system service.
PostgreSQL itself must be installed. Process logs are in test-results/chaos/ha.`;

function print(line: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);
}

const { values, operands } = readCommandLine({ help: HELP, options: ['transfers', 'faults'], maxOperands: 1 });
const [command] = operands;
if (command === undefined) rejectArguments('The command is missing.');
if (command !== 'ha') rejectArguments(`Unknown command ${JSON.stringify(command)}.`);
const transfers = readCount('--transfers', values.transfers ?? '200');
const faults = readCount('--faults', values.faults ?? '12');

// exit() runs the handlers that continue frozen processes and remove folders; the default action of a signal would skip them.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

const { programs, remove } = await bundlePrograms();
try {
  const result = await runHaCampaign({ transfers, faults, programs, print });
  await storeHa(result);
  const { audit, writes, formerPrimaryWrites, receipts, completionSeconds, seconds, passed } = result;
  const summary = JSON.stringify({ audit, writes, formerPrimaryWrites, receipts, completionSeconds });
  print(`${passed ? 'passed' : 'FAILED'} in ${seconds} s: ${summary}`);
  process.exitCode = passed ? 0 : 1;
} finally {
  await remove();
}
