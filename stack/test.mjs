// Runs `npm test`. Plain JavaScript: it runs before anything is installed.
import { launch } from './setup/launch.mjs';

process.exitCode = await launch(
  async ({ root, steps, signal, prepare }) => {
    await prepare();
    const { runAllTests } = await import('./tests/allTests.ts');
    return runAllTests({ root, steps, signal });
  },
  // Interrupted tests have not passed.
  { stoppedCode: 130 },
);
