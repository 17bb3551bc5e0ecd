import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitUntil } from '../../processes/waitUntil.ts';
import type { World } from '../tryDeployment.ts';
import type { AlertCase, EntryCommand, EntryTrial, Fill } from './alertCase.ts';
import { inShell } from './alertCase.ts';
import { findMissingCommands } from './runbookEntry.ts';
import type { Prometheus } from './startPrometheus.ts';
import { startPrometheus } from './startPrometheus.ts';
import { switchGuardsOn } from './switchGuardsOn.ts';

const RUNBOOK = new URL('../../../docs/runbook.md', import.meta.url);
const TIMEOUT_MS = 300_000;
const EVERY_MS = 1000;
// The example of the page. On one machine, the API and the worker have different ports.
const OPERATOR_PORT = '127.0.0.1:8788';
const API_PORT = '<api>';

export type TriedAlert = {
  readonly alert: string;
  readonly cause: string;
  readonly commands: readonly string[];
  /** From the beginning of the case until the alert fired, and from the last command until it ended. */
  readonly firedSeconds: number;
  readonly endedSeconds: number;
};

type Bench = { readonly world: World; readonly prometheus: Prometheus; readonly fill: Fill };

const secondsSince = (begin: number) => Math.round((Date.now() - begin) / 1000);

async function waitForEnd({ prometheus }: Bench, alert: string): Promise<number> {
  const begin = Date.now();
  const look = async () => !(await prometheus.firing()).has(alert);
  await waitUntil(look, { timeoutMs: TIMEOUT_MS, everyMs: EVERY_MS, what: `the end of ${alert}` });
  return secondsSince(begin);
}

/** Notes when each alert fires first: one of them can end before the others begin. */
function watchAlerts(prometheus: Prometheus) {
  const begin = Date.now();
  const seen = new Map<string, number>();
  const look = async () => {
    for (const alert of await prometheus.firing()) if (!seen.has(alert)) seen.set(alert, secondsSince(begin));
  };
  const timer = setInterval(() => look().catch(() => {}), EVERY_MS);
  return {
    /** @returns the seconds since the watching began */
    waitFor: (alert: string) =>
      waitUntil(async () => seen.has(alert) && { seconds: seen.get(alert) ?? 0 }, {
        ...{ timeoutMs: TIMEOUT_MS, everyMs: EVERY_MS, what: alert },
      }).then(({ seconds }) => seconds),
    stop: () => clearInterval(timer),
  };
}

function fillIn(text: string, fill: Fill): string {
  return Object.entries(fill).reduce((filled, [from, to]) => filled.replaceAll(from, to), text);
}

async function runCommands(
  { world, fill }: Bench,
  alert: string,
  commands: readonly EntryCommand[] = [],
): Promise<void> {
  for (const { text, fill: more = {}, exit = 0, shows } of commands) {
    const typed = fillIn(fillIn(text, more), fill);
    const { code, output } = await world.machine.run(inShell(typed));
    // The exit code of "systemctl status" says whether the unit runs.
    const isStatus = typed.startsWith('systemctl status');
    if ((code !== exit && !isStatus) || !shows.test(output)) {
      throw new Error(`${alert}: ${typed} ended with ${code}:\n${output}`);
    }
  }
}

/** Goes on with the other alerts of a case after a failure of one. */
function createFailures(print: World['print']) {
  const failed = new Set<string>();
  return {
    failed,
    guard: async <T>({ alert }: EntryTrial, work: () => Promise<T>): Promise<T | null> => {
      if (failed.has(alert)) return null;
      try {
        return await work();
      } catch (error) {
        print(`FAILED ${alert}: ${error instanceof Error ? error.message : String(error)}`);
        failed.add(alert);
        return null;
      }
    },
  };
}

async function tryCase(
  { world, prometheus }: Omit<Bench, 'fill'>,
  { trials, begin, end }: AlertCase,
): Promise<readonly TriedAlert[]> {
  const { apiOperator, workerOperator } = world.answers.ports;
  const ports = { [OPERATOR_PORT]: `127.0.0.1:${workerOperator}`, [API_PORT]: `127.0.0.1:${apiOperator}` };
  const empty = { world, prometheus, fill: ports };
  const { failed, guard } = createFailures(world.print);
  for (const one of trials) await guard(one, () => waitForEnd(empty, one.alert));
  if (failed.size === trials.length) return [];
  const watching = watchAlerts(prometheus);
  try {
    const bench = { ...empty, fill: { ...ports, ...(await begin(world)) } };
    const fired = await Promise.all(trials.map((one) => guard(one, () => watching.waitFor(one.alert))));
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
  for (const one of trials) await guard(one, () => runCommands(bench, one.alert, one.commands));
  await end(world);
  for (const one of trials) await guard(one, () => runCommands(bench, one.alert, one.after));
  const ended = await Promise.all(trials.map((one) => guard(one, () => waitForEnd(bench, one.alert))));
  return trials.flatMap(({ alert, cause, commands, after = [] }, index) => {
    const [firedSeconds, endedSeconds] = [fired[index] ?? null, ended[index] ?? null];
    if (firedSeconds === null || endedSeconds === null) return [];
    world.print(`${alert}: fired after ${firedSeconds} s, ended after ${endedSeconds} s`);
    return [{ alert, cause, commands: [...commands, ...after].map(({ text }) => text), firedSeconds, endedSeconds }];
  });
}

/**
 * Brings alerts about on an installation, runs the commands of their entries in the runbook, and waits for the alerts to end.
 * An alert that does not fire, a command that fails, and an alert that does not end are printed and left out of the result.
 */
export async function runAlerts(
  world: World,
  folder: string,
  cases: readonly AlertCase[],
): Promise<readonly TriedAlert[]> {
  const runbook = await readFile(RUNBOOK, 'utf8');
  for (const one of cases.flatMap(({ trials }) => trials)) {
    const missing = findMissingCommands(runbook, one);
    if (missing.length > 0) throw new Error(`The entry of ${one.alert} lacks ${missing.join(', ')}`);
  }
  await switchGuardsOn(world);
  const { apiOperator, workerOperator } = world.answers.ports;
  const prometheus = await startPrometheus(
    join(folder, 'prometheus'),
    [apiOperator, workerOperator].map((port) => `127.0.0.1:${port}`),
  );
  const tried: TriedAlert[] = [];
  try {
    for (const one of cases) {
      const names = one.trials.map(({ alert }) => alert).join(', ');
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
