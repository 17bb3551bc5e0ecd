import { checkModel } from './modelChecker.ts';
import type { MutantRun } from './mutate.ts';
import type { Proof } from './proofs.ts';

/** Proves the sentences with solc's SMTChecker, and requires it to refute the contracts with a mistake. */
export async function runProofs(proofs: readonly Proof[], print: (line: string) => void): Promise<MutantRun> {
  const succeeded = new Set<Proof>();
  for (const proof of proofs) if (await (proof.holds ? prove : refute)(proof, print)) succeeded.add(proof);
  const count = (holds: boolean) => {
    const all = proofs.filter((proof) => proof.holds === holds);
    return `${all.filter((proof) => succeeded.has(proof)).length} of ${all.length}`;
  };
  return {
    passed: succeeded.size === proofs.length,
    result: `${count(true)} sentences proven, ${count(false)} counterproofs fail as they must`,
  };
}

async function prove(proof: Proof, print: (line: string) => void): Promise<boolean> {
  const { safe, open } = await checkModel(proof);
  print(`${proof.name}: ${safe} assertions proven, ${open.length} open`);
  for (const message of open) print(message);
  return safe > 0 && open.length === 0;
}

async function refute(proof: Proof, print: (line: string) => void): Promise<boolean> {
  const { length } = (await checkModel(proof)).open;
  print(`Counterproof, ${proof.name}: ${length} assertions fail${length > 0 ? ', as they must' : ''}`);
  return length > 0;
}
