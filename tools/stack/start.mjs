// Runs `npm start` and `npm run dev`. Plain JavaScript, because it runs before anything is installed.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { placeBundle } from './programs/bundleFolder.mjs';
import { launch } from './setup/launch.mjs';
import { readPorts, requireFreePorts } from './setup/ports.mjs';
import { SetupError } from './setup/setupError.mjs';

const USAGE = `npm start [-- --reset]
npm run dev [-- --reset]

  --reset   delete the chains, the database and the keys of earlier runs`;

process.exitCode = await launch(start, { stoppedCode: 0 });

async function start({ root, steps, signal, install, prepare }) {
  const { reset, dev, help } = readArguments();
  if (help) {
    steps.say(USAGE);
    return 0;
  }
  steps.say('Starting Causeway\n');
  const ports = readPorts(process.env);
  await requireFreePorts(ports);
  await install();
  const bundle = join(placeBundle(), 'stack.mjs');
  const isBundled = !dev && existsSync(bundle);
  if (!isBundled) await prepare();
  const { runStack } = await import(isBundled ? bundle : './main.ts');
  const stateDir = process.env.CAUSEWAY_STATE ?? join(root, '.causeway');
  return runStack({ ports, stateDir, reset, dev, steps, signal });
}

function readArguments() {
  const flag = { type: 'boolean', default: false };
  try {
    return parseArgs({ options: { reset: flag, dev: flag, help: { ...flag, short: 'h' } } }).values;
  } catch (error) {
    throw new SetupError(`${error.message}\n\n${USAGE}`);
  }
}
