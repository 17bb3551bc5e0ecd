import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitUntil } from '../../processes/waitUntil.ts';
import type { World } from '../tryDeployment.ts';
import type { AlertCase, EntryCommand, EntryTrial, Fill } from './alertCase.ts';
import { inShell, isFiring, nameOf } from './alertCase.ts';
import { findMissingCommands } from './runbookEntry.ts';
import type { Prometheus } from './startPrometheus.ts';
import { startPrometheus } from './startPrometheus.ts';
import { switchGuardsOn } from './switchGuardsOn.ts';

const RUNBOOK = new URL('../../../../docs/runbook.md', import.meta.url);
const TIMEOUT_MS = 300_000;
const EVERY_MS = 1000;
// The page's targets.
const API_PORT = '127.0.0.1:8788';
const WORKER_PORT = '127.0.0.1:8789';
const WEB_PORT = '127.0.0.1:8790';
const DATABASE_HOST = '-h 127.0.0.1';

export type TriedAlert = Pick<EntryTrial, 'alert' | 'labels' | 'cause'> & {
  /** From the start of the case until the alert fired, and from the last command until it ended. */
  readonly firedSeconds: number;
  readonly endedSeconds: number;
};

type Bench = { readonly world: World; readonly prometheus: Prometheus; readonly fill: Fill };

const secondsSince = (begin: number) => Math.round((Date.now() - begin) / 1000);

async function waitForEnd({ prometheus }: Bench, trial: EntryTrial): Promise<number> {
  const begin = Date.now();
  const look = async () => !isFiring(await prometheus.firing(), trial);
  await waitUntil(look, { timeoutMs: TIMEOUT_MS, everyMs: EVERY_MS, what: `the end of ${nameOf(trial)}` });
  return secondsSince(begin);
}

/** Records when each alert first fires, because one may end before another begins. */
function watchAlerts(prometheus: Prometheus, trials: readonly EntryTrial[]) {
  const begin = Date.now();
  const seen = new Map<EntryTrial, number>();
  const look = async () => {
    const firing = await prometheus.firing();
    for (const one of trials) if (!seen.has(one) && isFiring(firing, one)) seen.set(one, secondsSince(begin));
  };
  const timer = setInterval(() => look().catch(() => {}), EVERY_MS);
  return {
    /** @returns the seconds from the start until the alert first fired */
    waitFor: (trial: EntryTrial) =>
      waitUntil(async () => seen.has(trial) && { seconds: seen.get(trial) ?? 0 }, {
        ...{ timeoutMs: TIMEOUT_MS, everyMs: EVERY_MS, what: nameOf(trial) },
      }).then(({ seconds }) => seconds),
    stop: () => clearInterval(timer),
  };
}

function fillIn(text: string, fill: Fill): string {
  return Object.entries(fill).reduce((filled, [from, to]) => filled.replaceAll(from, to), text);
}

async function runCommands(
  { world, fill }: Bench,
  name: string,
  commands: readonly EntryCommand[] = [],
): Promise<void> {
  for (const { text, fill: more = {}, exit = 0, shows } of commands) {
    const typed = fillIn(fillIn(text, more), fill);
    const { code, output } = await world.machine.run(inShell(typed));
    // The exit code of "systemctl status" says whether the unit runs.
    const isStatus = typed.startsWith('systemctl status');
    if ((code !== exit && !isStatus) || !shows.test(output)) {
      throw new Error(`${name}: ${typed} ended with ${code}:\n${output}`);
    }
  }
}

/** Continues with the other alerts of a case after one has failed. */
function createFailures(print: World['print']) {
  const failed = new Set<EntryTrial>();
  return {
    failed,
    guard: async <T>(trial: EntryTrial, work: () => Promise<T>): Promise<T | null> => {
      if (failed.has(trial)) return null;
      try {
        return await work();
      } catch (error) {
        print(`FAILED ${nameOf(trial)}: ${error instanceof Error ? error.message : String(error)}`);
        failed.add(trial);
        return null;
      }
    },
  };
}

async function tryCase(
  { world, prometheus }: Omit<Bench, 'fill'>,
  { trials, begin, end }: AlertCase,
): Promise<readonly TriedAlert[]> {
  const fill = { [DATABASE_HOST]: `${DATABASE_HOST} -p ${world.server.port}` };
  const empty = { world, prometheus, fill };
  const { failed, guard } = createFailures(world.print);
  for (const one of trials) await guard(one, () => waitForEnd(empty, one));
  if (failed.size === trials.length) return [];
  const watching = watchAlerts(prometheus, trials);
  try {
    // A fault that stayed would make the other cases fail too.
    const begun = await begin(world).catch(async (error: unknown) => {
      await end(world).catch(() => {});
      throw error;
    });
    const bench = { ...empty, fill: { ...fill, ...begun } };
    const fired = await Promise.all(trials.map((one) => guard(one, () => watching.waitFor(one))));
    return await finish(bench, { trials, end }, { fired, guard });
  } finally {
    watching.stop();
  }
}

type Guard = ReturnType<typeof createFailures>['guard'];

/** Runs the commands, and waits for the alerts to end. */
async function finish(
  bench: Bench,
  { trials, end }: Omit<AlertCase, 'begin'>,
  { fired, guard }: { readonly fired: readonly (number | null)[]; readonly guard: Guard },
): Promise<readonly TriedAlert[]> {
  const { world } = bench;
  for (const one of trials) await guard(one, () => runCommands(bench, nameOf(one), one.commands));
  await end(world);
  for (const one of trials) await guard(one, () => runCommands(bench, nameOf(one), one.after));
  const ended = await Promise.all(trials.map((one) => guard(one, () => waitForEnd(bench, one))));
  return trials.flatMap((trial, index) => {
    const [firedSeconds, endedSeconds] = [fired[index] ?? null, ended[index] ?? null];
    if (firedSeconds === null || endedSeconds === null) return [];
    world.print(`${nameOf(trial)}: fired after ${firedSeconds} s, ended after ${endedSeconds} s`);
    return [{ ...trial, firedSeconds, endedSeconds }];
  });
}

/**
 * Raises alerts on an installation, runs the commands of their runbook entries, and waits for the alerts to end. Prints
 * failures: an alert that does not fire or end, or a failed command. The result leaves these out.
 */
export async function runAlerts(
  world: World,
  folder: string,
  cases: readonly AlertCase[],
): Promise<readonly TriedAlert[]> {
  const runbook = await readFile(RUNBOOK, 'utf8');
  for (const one of cases.flatMap(({ trials }) => trials)) {
    const missing = findMissingCommands(runbook, one);
    if (missing.length > 0) throw new Error(`The entry of ${nameOf(one)} lacks ${missing.join(', ')}`);
  }
  await switchGuardsOn(world);
  const prometheus = await startPrometheus(join(folder, 'prometheus'), [API_PORT, WORKER_PORT, WEB_PORT]);
  const tried: TriedAlert[] = [];
  try {
    for (const one of cases) {
      const names = one.trials.map(nameOf).join(', ');
      try {
        tried.push(...(await tryCase({ world, prometheus }, one)));
      } catch (error) {
        world.print(`FAILED ${names}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  } finally {
    await prometheus.stop();
  }
  return tried;
}
