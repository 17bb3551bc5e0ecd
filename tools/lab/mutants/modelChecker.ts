import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Edit } from './mutate.ts';
import { applyEdits } from './mutate.ts';

const ROOT = new URL('../../../', import.meta.url);

/** A contract of `contracts/proofs`. The edits make the sources it imports readable for the model checker. */
export type Claim = { readonly contract: string; readonly edits: readonly Edit[] };

/** `open` has a message for each unproven assertion. */
export type Verdict = { readonly safe: number; readonly open: readonly string[] };

type Message = { readonly severity: string; readonly message: string; readonly formattedMessage: string };
type Solc = { compile(input: string, callbacks: { import(path: string): object }): string };

/**
 * Runs solc's SMTChecker with the z3 that the npm package `solc` contains.
 * @param engine `none` only checks that the sources compile
 * @throws EditOutdated, or Error if the sources do not compile
 */
export async function checkModel({ contract, edits }: Claim, engine: 'bmc' | 'none' = 'bmc'): Promise<Verdict> {
  const edited = await applyEdits(edits);
  const contents = (path: string) => {
    const source = edited.get(path);
    return source === undefined ? readFileSync(fileURLToPath(new URL(path, ROOT)), 'utf8') : simplify(source);
  };
  const file = `contracts/proofs/${contract}.sol`;
  const input = {
    language: 'Solidity',
    sources: { [file]: { content: contents(file) } },
    settings: {
      evmVersion: 'cancun',
      remappings: ['@openzeppelin/=node_modules/@openzeppelin/'],
      modelChecker: {
        contracts: { [file]: [contract] },
        engine,
        solvers: ['z3'],
        targets: ['assert'],
        showProvedSafe: true,
        showUnproved: true,
      },
      outputSelection: { '*': { '*': [] } },
    },
  };
  const solc = createRequire(import.meta.url)('solc') as Solc;
  const callbacks = { import: (path: string) => ({ contents: contents(path) }) };
  const { errors = [] } = JSON.parse(solc.compile(JSON.stringify(input), callbacks)) as { errors?: readonly Message[] };
  const failed = errors.filter(({ severity }) => severity === 'error');
  if (failed.length > 0) throw new Error(failed.map(({ formattedMessage }) => formattedMessage).join('\n'));

  const isSafe = ({ message }: Message) => message.includes('check is safe');
  return {
    safe: errors.filter(isSafe).length,
    open: errors
      .filter((error) => error.message.includes('violation ') && !isSafe(error))
      .map(({ formattedMessage }) => formattedMessage),
  };
}

// The checker ignores custom errors, so they become plain reverts. Comments are removed, because they may describe parameters
// that an edit removed.
function simplify(source: string): string {
  return source.replace(/^ *\/\/\/.*\n/gm, '').replace(/revert \w+\([^;]*\);/g, 'revert();');
}
