import { readFile } from 'node:fs/promises';
import type { Abi, Hex } from 'viem';
import { SetupRefused } from './conversation.ts';

type Contract = { readonly abi: Abi; readonly bytecode: Hex };
export type Contracts = Readonly<Record<'CausewayDeposit' | 'CausewayVault', Contract>>;

// Next to the program in a production build, or where the repository's compiler has stored it.
const BUILT = new URL('./contracts.json', import.meta.url);
const COMPILED = new URL('../../../contracts/generated/artifacts.json', import.meta.url);

/**
 * Reads this version's compiled contracts.
 * @throws SetupRefused
 */
export async function readContracts(): Promise<Contracts> {
  const built = await readFile(BUILT, 'utf8').catch(() => null);
  if (built !== null) return JSON.parse(built);
  const compiled = await readFile(COMPILED, 'utf8').catch(() => null);
  if (compiled !== null) return JSON.parse(compiled).artifacts;
  throw new SetupRefused(
    'The compiled contracts are missing. Run "npm run build", and use the command line of the build.',
  );
}
