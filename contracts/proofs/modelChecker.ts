import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('../../', import.meta.url);

/** A contract of this folder. `edited` replaces sources of the repository by text that the model checker can read. */
export type Claim = {
  readonly contract: string;
  readonly edited: Readonly<Record<string, string>>;
};

/** `open` has a message for each assertion that is not proven. */
export type Verdict = { readonly safe: number; readonly open: readonly string[] };

type Message = { readonly severity: string; readonly message: string; readonly formattedMessage: string };
type Solc = { compile(input: string, callbacks: { import(path: string): object }): string };

/**
 * Runs solc's SMTChecker with the z3 inside the npm package `solc`.
 * @param engine `none` only verifies that the sources compile
 * @throws Error if the sources do not compile
 */
export function checkModel({ contract, edited }: Claim, engine: 'bmc' | 'none' = 'bmc'): Verdict {
  const file = `contracts/proofs/${contract}.sol`;
  const contents = (path: string) => edited[path] ?? readSource(path);
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

export function readSource(path: string): string {
  return readFileSync(fileURLToPath(new URL(path, ROOT)), 'utf8');
}
