import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../../report/percentile.ts';
import type { Attack } from './attack.ts';
import { listUnowed } from './measure/listUnowed.ts';
import { createAppraisal, readMovements, readVaultBalances } from './measure/readMovements.ts';
import type { AttackWorldOptions } from './world/attackWorld.ts';
import { withAttackWorld } from './world/attackWorld.ts';
import type { HonestRun } from './world/honestUsers.ts';
import { createHonestUsers } from './world/honestUsers.ts';

export type AttackOptions = Omit<AttackWorldOptions, 'name' | 'configure' | 'workerEnvironment'> & {
  /** Honest transfers in the quiet run, and again during the attack. */
  readonly transfers: number;
  readonly print: (line: string) => void;
};

/** Seconds that honest transfers took. */
type Delays = { readonly median: number; readonly worst: number };

export type AttackResult = {
  /** What the attacker gained, in the currency of the prices, rounded up. */
  readonly gain: string;
  readonly quiet: Delays;
  readonly attacked: Delays;
  /** Honest transfers that were not paid in time. */
  readonly missing: number;
  /** Delays during the attack, divided by those of the quiet run. */
  readonly ratios: Delays;
  /** Why the attack could not be played to its end, if so. */
  readonly problem: string | null;
  readonly passed: boolean;
};

const MAX_RATIO = 3;
const MILLION = 1_000_000n;

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function summarize({ delaysMs }: HonestRun): Delays {
  const at = (share: number) => round(percentile(delaysMs, share) / 1000);
  return delaysMs.length === 0 ? { median: 0, worst: 0 } : { median: at(0.5), worst: at(1) };
}

function formatValue(millionths: bigint): string {
  return `${millionths / MILLION}.${String(millionths % MILLION).padStart(6, '0')}`;
}

function toText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}

type Outcome = { readonly gain: bigint; readonly quiet: HonestRun; readonly attacked: HonestRun };

function judge({ mayStop }: Attack, { gain, quiet, attacked }: Outcome): AttackResult {
  const [before, during] = [summarize(quiet), summarize(attacked)];
  const ratios = { median: round(during.median / before.median), worst: round(during.worst / before.worst) };
  const { missing } = attacked;
  const problem = quiet.missing > 0 ? `${quiet.missing} honest transfers were not paid without the attack` : null;
  const isFast = ratios.median < MAX_RATIO && ratios.worst < MAX_RATIO && missing === 0;
  const passed = gain === 0n && (isFast || mayStop !== undefined) && problem === null;
  return { gain: formatValue(gain), quiet: before, attacked: during, missing, ratios, problem, passed };
}

// The payments of the attacker's own deposits may come later than those of the honest users.
const LAST_PAYMENTS_MS = 5000;

/** Lets honest users transfer, then again while the attack is under way, and audits the chains. */
export function runAttack(attack: Attack, options: AttackOptions): Promise<AttackResult> {
  const {
    name,
    configure = () => {},
    workerEnvironment = () => ({}),
    prepare,
    leadMs = 0,
    afterMs = LAST_PAYMENTS_MS,
  } = attack;
  return withAttackWorld({ ...options, name, configure, workerEnvironment }, async (world) => {
    const { transfers, print } = options;
    const users = await createHonestUsers(world);
    const begin = await prepare(world);
    const before = await readVaultBalances(world);
    // The first payments of a process take longer.
    await users.run(2);
    const quiet = await users.run(transfers);
    print(`  ${name}: quiet run ${JSON.stringify(summarize(quiet))}`);
    const running = await begin();
    await sleep(leadMs);
    const attacked = await users.run(transfers);
    await sleep(afterMs);
    await running.stop();
    const movements = await readMovements(world, before);
    const unowed = listUnowed(movements, world.terms);
    for (const { amount, payment } of unowed)
      print(`  ${name}: ${amount} unowed, paid in ${JSON.stringify(payment, toText)}`);
    const appraise = createAppraisal(world);
    const stolen = unowed.reduce((sum, { chainId, token, amount }) => sum + appraise(chainId, token, amount), 0n);
    const gain = stolen + ((await running.readDamage?.()) ?? 0n);
    return judge(attack, { gain, quiet, attacked });
  });
}
