import { createTestBridge } from '../../bridge/testBridge.ts';
import { readCommandLine, readCount } from '../../commandLine.ts';
import { startTestDatabases } from '../../postgres/testDatabases.ts';
import { fuzzApi } from '../../service/fuzzApi.ts';
import { startTestService } from '../../service/testService.ts';

const HELP = `Usage: npm run fuzz -- [requests] [seed]

Sends random requests, from valid to malformed, to a whole service on two chains and PostgreSQL.
Fails on a 5xx status, on a response without a valid envelope, or when the service stops answering.

  requests  how many requests to send (default 100000)
  seed      the seed of the random requests (default 1)`;

const { operands } = readCommandLine({ help: HELP, options: [], maxOperands: 2 });
const REQUESTS = readCount('requests', operands[0] ?? '100000');
const SEED = readCount('seed', operands[1] ?? '1');
const DEADLINE_MS = 30 * 60_000;
const MAX_PRINTED_PROBLEMS = 20;

const [bridge, databases] = await Promise.all([createTestBridge(47_000), startTestDatabases('postgresql')]);
try {
  const service = await startTestService({ bridge, database: await databases.open() });
  const startedMs = performance.now();
  const { requests, answers, problems } = await fuzzApi(service.url, {
    requests: REQUESTS,
    seed: SEED,
    deadlineMs: DEADLINE_MS,
  });
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  const isAlive = (await service.ask('get_all_pair_infos', {})).status.code === 0;
  await service.stop();
  console.log(`requests: ${requests} of ${REQUESTS} (seed ${SEED}, ${seconds} s)`);
  console.log(`service answers after the last request: ${isAlive ? 'yes' : 'NO'}`);
  console.log(`responses by HTTP status and code: ${JSON.stringify(answers, Object.keys(answers).sort())}`);
  console.log(`server errors and malformed envelopes: ${problems.length}`);
  for (const problem of problems.slice(0, MAX_PRINTED_PROBLEMS)) console.log(`  ${problem}`);
  if (problems.length > 0 || requests < REQUESTS || !isAlive) process.exitCode = 1;
} finally {
  await databases.stop();
  await bridge.stop();
}
