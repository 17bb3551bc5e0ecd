// Runs `npm test`, with --all `npm run test:all`, and with --rest what `npm test` leaves out. Plain JavaScript, because it runs
// before anything is installed.
import { parseArgs } from 'node:util';
import { launch } from './setup/launch.mjs';
import { SetupError } from './setup/setupError.mjs';

const USAGE = 'Usage: npm test, npm run test:all [-- --shard 1/3] or npm run test:rest';

function readOptions() {
  try {
    const { values } = parseArgs({
      options: { all: { type: 'boolean' }, rest: { type: 'boolean' }, shard: { type: 'string' } },
    });
    return { scope: values.all ? 'all' : values.rest ? 'rest' : 'core', shard: values.shard ?? null };
  } catch (error) {
    throw new SetupError(`${error.message}\n${USAGE}`);
  }
}

process.exitCode = await launch(
  async ({ root, steps, signal, prepare }) => {
    const options = readOptions();
    await prepare();
    const { runAllTests } = await import('./tests/allTests.ts');
    return runAllTests({ root, steps, signal, ...options });
  },
  // Interrupted tests do not count as passed.
  { stoppedCode: 130 },
);
