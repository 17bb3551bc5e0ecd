// Runs `npm test`; with --all `npm run test:all`, and with --rest what `npm test` leaves out. Plain JavaScript: it runs before
// anything is installed.
import { launch } from './setup/launch.mjs';
import { SetupError } from './setup/setupError.mjs';

const SCOPES = { '--all': 'all', '--rest': 'rest' };
const [option] = process.argv.slice(2);

process.exitCode = await launch(
  async ({ root, steps, signal, prepare }) => {
    const scope = option === undefined ? 'core' : SCOPES[option];
    if (!scope) throw new SetupError(`Unknown option ${option}. Use --all, --rest or none.`);
    await prepare();
    const { runAllTests } = await import('./tests/allTests.ts');
    return runAllTests({ root, steps, signal, scope });
  },
  // Interrupted tests have not passed.
  { stoppedCode: 130 },
);
