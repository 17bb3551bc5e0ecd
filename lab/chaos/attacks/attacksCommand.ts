import { bundlePrograms } from '../../service/programs.ts';
import { createLogFolder } from '../harness/createLogFolder.ts';
import type { Attack } from './attack.ts';
import { ATTACKS } from './attacks.ts';
import type { AttackOptions, AttackResult } from './runAttack.ts';
import { runAttack } from './runAttack.ts';

export type AttacksCommand = {
  /** Plays only the attacks whose name contains the text. */
  readonly only: string;
  readonly transfers: number;
  readonly print: (line: string) => void;
};

const FIRST_CHAIN_ID = 48_000;

/** An attack that could not be played counts as lost. */
async function play(attack: Attack, options: AttackOptions): Promise<AttackResult> {
  try {
    return await runAttack(attack, options);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    const none = { median: 0, worst: 0 };
    const unknown = { gain: '?', quiet: none, attacked: none, missing: 0, ratios: none };
    return { ...unknown, problem, passed: false };
  }
}

/** Plays the attacks one after the other. @returns whether none of them gained or delayed anything */
export async function attacksCommand({ only, transfers, print }: AttacksCommand): Promise<boolean> {
  const attacks = ATTACKS.filter(({ name }) => name.includes(only));
  if (attacks.length === 0)
    throw new Error(`no attack has "${only}" in its name; the names are ${ATTACKS.map(({ name }) => name).join(', ')}`);
  const logs = await createLogFolder('attacks');
  const { programs, remove } = await bundlePrograms();
  const results: AttackResult[] = [];
  let slowest = 0;
  for (const [index, attack] of attacks.entries()) {
    const firstChainId = FIRST_CHAIN_ID + 2 * index;
    const result = await play(attack, { programs, logs, transfers, firstChainId, print });
    const { name, title, mayStop } = attack;
    print(`${name} ${result.passed ? 'passed' : 'FAILED'}: ${title}: ${JSON.stringify({ ...result, mayStop })}`);
    if (mayStop === undefined) slowest = Math.max(slowest, result.ratios.median);
    results.push(result);
  }
  await remove();
  const withstood = results.filter(({ passed }) => passed).length;
  console.log(
    `The bridge withstood ${withstood} of ${results.length} attacks. The median transfer took up to ${slowest} times as long.`,
  );
  return withstood === results.length;
}
