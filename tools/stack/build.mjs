// Runs `npm run build`. Plain JavaScript, because it runs before anything is installed.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { launch } from './setup/launch.mjs';
import { SetupError } from './setup/setupError.mjs';

const USAGE = `npm run build [-- --out FOLDER]

  --out   the folder of the production build (default: build)`;

process.exitCode = await launch(
  async ({ root, steps, signal, prepare }) => {
    const { out, help } = readArguments();
    if (help) {
      steps.say(USAGE);
      return 0;
    }
    const outDir = resolve(out);
    await prepare();
    const { buildRelease } = await import('./release/buildRelease.ts');
    await buildRelease(outDir, { root, steps, signal });
    return 0;
  },
  { stoppedCode: 130 },
);

function readArguments() {
  try {
    const help = { type: 'boolean', default: false, short: 'h' };
    return parseArgs({ options: { out: { type: 'string', default: 'build' }, help } }).values;
  } catch (error) {
    throw new SetupError(`${error.message}\n\n${USAGE}`);
  }
}
