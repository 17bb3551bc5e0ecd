// Proves SpendingLimitsProof.sol with solc's SMTChecker and the z3 inside the npm package `solc`. The model checker does
// not know custom errors, block.timestamp's order or narrow casts, so the proven source has these edits.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { applyEdits } from './edits.ts';

const ROOT = new URL('../../', import.meta.url);
const LIMITS = 'contracts/src/vault/SpendingLimits.sol';
const INTERFACE = 'contracts/src/interfaces/ICausewayVault.sol';
const PROOF = 'contracts/proofs/SpendingLimitsProof.sol';
const FALSIFIABLE = 'previous + current + amount > cap.perWindow';

type Output = { readonly errors?: readonly { readonly message: string; readonly formattedMessage: string }[] };

const started = Date.now();
const source = applyEdits(await readFile(new URL(LIMITS, ROOT), 'utf8'));
const proven = await check(source);
// The checker must notice a contract that is wrong, or a proof means nothing.
const falsified = await check(source.replace(FALSIFIABLE, 'current + amount > cap.perWindow'));

console.log(`${proven.safe} assertions proven, ${proven.open.length} open, ${(Date.now() - started) / 1000} s`);
for (const message of proven.open) console.log(message);
console.log(`${falsified.open.length} assertions fail without the previous slot, as they must`);
process.exitCode = proven.safe > 0 && proven.open.length === 0 && falsified.open.length > 0 ? 0 : 1;

async function check(limits: string): Promise<{ readonly safe: number; readonly open: readonly string[] }> {
  const content = async (path: string) => ({ content: await readFile(new URL(path, ROOT), 'utf8') });
  const input = {
    language: 'Solidity',
    sources: { [LIMITS]: { content: limits }, [INTERFACE]: await content(INTERFACE), [PROOF]: await content(PROOF) },
    settings: {
      evmVersion: 'cancun',
      modelChecker: {
        contracts: { [PROOF]: ['SpendingLimitsProof'] },
        engine: 'bmc',
        solvers: ['z3'],
        targets: ['assert'],
        showProvedSafe: true,
        showUnproved: true,
      },
      outputSelection: { '*': { '*': [] } },
    },
  };
  const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string };
  const { errors = [] } = JSON.parse(solc.compile(JSON.stringify(input))) as Output;
  const failed = errors.filter(({ formattedMessage }) => /^\w*Error/.test(formattedMessage));
  if (failed.length > 0) throw new Error(failed.map(({ formattedMessage }) => formattedMessage).join('\n'));
  return {
    safe: errors.filter(({ message }) => message.includes('check is safe')).length,
    open: errors
      .filter(({ message }) => message.includes('violation ') && !message.includes('check is safe'))
      .map(({ formattedMessage }) => formattedMessage),
  };
}
