// Verifies a proof file without a network: npm run verify-proof -- proof.json
import { readFileSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { MAX_PROOF_CHARS } from '#shared/proof/readProofText.ts';
import { englishWords } from './proof/englishWords.ts';
import { readPins } from './proof/readPins.ts';
import { runVerification } from './proof/runVerification.ts';

const HELP = `npm run verify-proof -- FILE [--config CONFIG] [--json]

Verifies that a proof of a delivery is consistent. It uses no network, so compare the block hashes that it prints.

  FILE      the proof; - reads it from the standard input
  --config  the config.json of the bridge's web app: its contracts and tokens are compared with those in the proof
  --json    prints the result as JSON

Exit code: 0 consistent, 1 not consistent, 2 the arguments or a file cannot be read.`;

const STANDARD_INPUT = 0;

function stop(problem: string): never {
  console.error(`${problem} Run the command with --help to see its arguments.`);
  process.exit(2);
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { help: { type: 'boolean' }, json: { type: 'boolean' }, config: { type: 'string' } },
    });
  } catch (error) {
    return stop(error instanceof Error ? error.message : `${error}`);
  }
}

function readText(path: string): string {
  try {
    if (path !== '-' && statSync(path).size > MAX_PROOF_CHARS) return ' '.repeat(MAX_PROOF_CHARS + 1);
    return readFileSync(path === '-' ? STANDARD_INPUT : path, 'utf8');
  } catch (error) {
    return stop(`${path} cannot be read: ${error instanceof Error ? error.message : error}.`);
  }
}

const { values, positionals } = readArguments();
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const [path, another] = positionals;
if (path === undefined) stop('Name the proof file.');
if (another !== undefined) stop(`Name one file: ${JSON.stringify(another)} is one too many.`);
const pins = values.config === undefined ? null : readPins(readText(values.config));
if (pins && !pins.ok) stop(`${values.config} is not the config.json of a bridge: ${pins.problem}`);
const options = { pins: pins?.pins ?? null, words: englishWords(), isJson: values.json === true };
const { output, isConsistent } = runVerification(readText(path), options);
console.log(output);
process.exitCode = isConsistent ? 0 : 1;
