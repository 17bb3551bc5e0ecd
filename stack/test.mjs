// What `npm test` runs. Plain JavaScript, so that it works where nothing is installed yet.
import { launch } from './setup/launch.mjs';

process.exitCode = await launch(
  async ({ root, steps, signal, prepare }) => {
    await prepare();
    const { runAllTests } = await import('./tests/allTests.ts');
    return runAllTests({ root, steps, signal });
  },
  // Tests that were stopped have not passed.
  { stoppedCode: 130 },
);
