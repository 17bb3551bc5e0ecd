import { readFileSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { ChainConfig } from '#shared/config/runtimeConfig.ts';
import { parseConfig } from '#shared/config/runtimeConfig.ts';
import { MAX_PROOF_CHARS } from '#shared/proof/proofFile.ts';
import type { ProvenDelivery } from '#shared/proof/verifyProof.ts';
import type { Texts } from '../../src/i18n/texts.ts';
import { askEndpoints, runVerification } from './runVerification.ts';

const HELP = `npm run verify-proof -- FILE [--config CONFIG] [--offline] [--json]

Verifies a proof of a delivery, and asks the RPC endpoints of the configuration whether they have both blocks.

  FILE       the proof; - reads it from the standard input
  --config   the config.json of the bridge's web app: its contracts, tokens and RPC endpoints
  --offline  asks no RPC endpoint
  --json     prints the result as JSON

Exit code: 0 proven; 1 refused, or an endpoint shows another block; 2 the arguments or a file cannot be read; 3 consistent, but
no endpoint confirmed both blocks, or the configuration lacks a token.`;

const STANDARD_INPUT = 0;

/** What the command prints, and its exit code. Problems go to the standard error. */
export type CommandEnd =
  | { readonly code: 0 | 1 | 3; readonly output: string }
  | { readonly code: 2; readonly problem: string };

class Unreadable extends Error {}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        ...{ help: { type: 'boolean' }, json: { type: 'boolean' } },
        ...{ config: { type: 'string' }, offline: { type: 'boolean' } },
      },
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

async function readChains(path: string): Promise<readonly ChainConfig[]> {
  const text = readText(path);
  try {
    return (await parseConfig(JSON.parse(text))).chains;
  } catch (error) {
    throw new Unreadable(
      `${path} is not the config.json of a bridge: ${error instanceof Error ? error.message : error}`,
    );
  }
}

async function run(args: readonly string[], texts: Texts<'desk'>): Promise<CommandEnd> {
  const { values, positionals } = readArguments(args);
  if (values.help) return { code: 0, output: HELP };
  const [path, another] = positionals;
  if (path === undefined) throw new Unreadable('Give the proof file.');
  if (another !== undefined) throw new Unreadable(`Give one file: ${JSON.stringify(another)} is one too many.`);
  const pins = values.config === undefined ? null : await readChains(values.config);
  const ask = pins && !values.offline ? (delivery: ProvenDelivery) => askEndpoints(pins, delivery) : null;
  return runVerification(readText(path), { pins, texts, isJson: values.json === true, ask });
}

/** Runs `npm run verify-proof` with these arguments. */
export async function verifyProofCommand(args: readonly string[], texts: Texts<'desk'>): Promise<CommandEnd> {
  try {
    return await run(args, texts);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { code: 2, problem: `${error.message} Run the command with --help to see its arguments.` };
  }
}
