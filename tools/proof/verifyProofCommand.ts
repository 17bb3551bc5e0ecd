import { readFileSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { MAX_PROOF_CHARS } from '#shared/proof/readProofText.ts';
import type { ProofWords } from '../../src/words/proof/proofWords.ts';
import { readPins } from './readPins.ts';
import { runVerification } from './runVerification.ts';

const HELP = `npm run verify-proof -- FILE [--config CONFIG] [--json]

Verifies that a proof of a delivery is consistent. It uses no network, so compare the block hashes that it prints.

  FILE      the proof; - reads it from the standard input
  --config  the config.json of the bridge's web app: its contracts and tokens are compared with those in the proof
  --json    prints the result as JSON

Exit code: 0 consistent, 1 not consistent, 2 the arguments or a file cannot be read.`;

const STANDARD_INPUT = 0;

/** What the command prints, and its exit code. A problem goes to the standard error. */
export type CommandEnd =
  | { readonly code: 0 | 1; readonly output: string }
  | { readonly code: 2; readonly problem: string };

class Unreadable extends Error {}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { help: { type: 'boolean' }, json: { type: 'boolean' }, config: { type: 'string' } },
    });
  } catch (error) {
    throw new Unreadable(error instanceof Error ? error.message : `${error}`);
  }
}

function readText(path: string): string {
  try {
    if (path !== '-' && statSync(path).size > MAX_PROOF_CHARS) return ' '.repeat(MAX_PROOF_CHARS + 1);
    return readFileSync(path === '-' ? STANDARD_INPUT : path, 'utf8');
  } catch (error) {
    throw new Unreadable(`${path} cannot be read: ${error instanceof Error ? error.message : error}.`);
  }
}

async function run(args: readonly string[], words: ProofWords): Promise<CommandEnd> {
  const { values, positionals } = readArguments(args);
  if (values.help) return { code: 0, output: HELP };
  const [path, another] = positionals;
  if (path === undefined) throw new Unreadable('Name the proof file.');
  if (another !== undefined) throw new Unreadable(`Name one file: ${JSON.stringify(another)} is one too many.`);
  const pins = values.config === undefined ? null : await readPins(readText(values.config));
  if (pins && !pins.ok) throw new Unreadable(`${values.config} is not the config.json of a bridge: ${pins.problem}`);
  const options = { pins: pins?.pins ?? null, words, isJson: values.json === true };
  const { output, isConsistent } = runVerification(readText(path), options);
  return { code: isConsistent ? 0 : 1, output };
}

/** Runs `npm run verify-proof` with these arguments. */
export async function verifyProofCommand(args: readonly string[], words: ProofWords): Promise<CommandEnd> {
  try {
    return await run(args, words);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { code: 2, problem: `${error.message} Run the command with --help to see its arguments.` };
  }
}
