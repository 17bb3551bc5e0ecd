import { createTestBridge } from '../../bridge/testBridge.ts';
import { startTestDatabases } from '../../postgres/testDatabases.ts';
import { fuzzApi } from '../../service/fuzzApi.ts';
import { startTestService } from '../../service/testService.ts';

// npm run fuzz [-- requests [seed]]: a whole service on two chains and PostgreSQL, asked whatever there is to ask.
const [requests = 100_000, seed = 1] = process.argv.slice(2).map(Number);
const DEADLINE_MS = 30 * 60_000;

const [bridge, databases] = await Promise.all([createTestBridge(47_000), startTestDatabases('postgresql')]);
try {
  const service = await startTestService({ bridge, database: await databases.open() });
  const started = performance.now();
  const report = await fuzzApi(service.url, { requests, seed, deadlineMs: DEADLINE_MS });
  const seconds = Math.round((performance.now() - started) / 1000);
  const alive = (await service.ask('get_all_pair_infos', {})).status.code === 0;
  await service.stop();
  console.log(`${report.requests} requests, seed ${seed}, ${seconds} s; alive at the end: ${alive ? 'yes' : 'NO'}`);
  console.log(`answers by HTTP status and code: ${JSON.stringify(report.answers, Object.keys(report.answers).sort())}`);
  console.log(`failures of the service and malformed envelopes: ${report.problems.length}`);
  for (const problem of report.problems.slice(0, 20)) console.log(`  ${problem}`);
  if (report.problems.length > 0 || report.requests < requests || !alive) process.exitCode = 1;
} finally {
  await databases.stop();
  await bridge.stop();
}
