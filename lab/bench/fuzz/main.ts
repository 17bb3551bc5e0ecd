import { readCommandLine, readCount } from '../../commandLine.ts';
import { fuzzServer } from './fuzzServer.ts';
import { startFuzzed } from './installation.ts';

const HELP = `Usage: npm run fuzz -- [seconds] [seed]

Sends odd and malformed requests to the web host, the API, the operator's port and the signer, one after the other. They run
as processes, with two chains and PostgreSQL. Fails when a process ends, on status 500, on an answer of the API without a
valid envelope, when a server stops answering, and when it keeps connections, files or memory.

  seconds  how long each of the ports is fuzzed (default 60)
  seed     the seed of the requests (default 1)`;

const { operands } = readCommandLine({ help: HELP, options: [], maxOperands: 2 });
const SECONDS = readCount('seconds', operands[0] ?? '60');
const SEED = readCount('seed', operands[1] ?? '1');
const MAX_PRINTED_PROBLEMS = 20;

const { targets, stop } = await startFuzzed(47_000);
try {
  for (const target of targets) {
    const { connections, answers, problems } = await fuzzServer(target, { seconds: SECONDS, seed: SEED });
    console.log(
      `${target.name}: ${connections} connections in ${SECONDS} s, seed ${SEED}, ${problems.length} problems`,
    );
    console.log(`  answers by status and code: ${JSON.stringify(answers, Object.keys(answers).sort())}`);
    for (const problem of problems.slice(0, MAX_PRINTED_PROBLEMS)) console.log(`  ${problem}`);
    if (problems.length > 0) process.exitCode = 1;
  }
} finally {
  await stop();
}
