import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitUntil } from '../../processes/waitUntil.ts';
import type { World } from '../tryDeployment.ts';
import type { AlertCase, EntryCommand } from './alertCase.ts';
import { ALERT_CASES, inShell } from './alertCases.ts';
import type { Prometheus } from './startPrometheus.ts';
import { startPrometheus } from './startPrometheus.ts';

const RUNBOOK = new URL('../../../docs/runbook.md', import.meta.url);
const TIMEOUT_MS = 300_000;
const EVERY_MS = 1000;

export type TriedAlert = {
  readonly alert: string;
  readonly cause: string;
  readonly commands: readonly string[];
  /** Until the alert fired, and from the last command until it ended. */
  readonly firedSeconds: number;
  readonly endedSeconds: number;
};

/** The commands that the entry of an alert does not have. */
export function findMissingCommands(runbook: string, { alert, commands, after = [] }: AlertCase): readonly string[] {
  const entry = readEntry(runbook, alert);
  return [...commands, ...after].map(({ text }) => text).filter((text) => !entry.includes(text));
}

/** The text of an alert's entry, on one line. */
function readEntry(runbook: string, alert: string): string {
  const [, entry = ''] = runbook.split(`### ${alert}\n`);
  return (entry.split(/\n### /)[0] ?? '').replace(/\s+/g, ' ');
}

async function waitFor(prometheus: Prometheus, alert: string, fires: boolean): Promise<number> {
  const begin = Date.now();
  const look = async () => (await prometheus.firing()).has(alert) === fires;
  await waitUntil(look, { timeoutMs: TIMEOUT_MS, everyMs: EVERY_MS, what: `${alert} ${fires ? 'firing' : 'ending'}` });
  return Math.round((Date.now() - begin) / 1000);
}

async function runCommands(world: World, alert: string, commands: readonly EntryCommand[]): Promise<void> {
  for (const command of commands) {
    const { code, output } = await world.machine.run(inShell(command.text));
    // The exit code of "systemctl status" says whether the unit runs.
    const isStatus = command.text.startsWith('systemctl status');
    if ((code !== 0 && !isStatus) || !command.shows.test(output)) {
      throw new Error(`${alert}: ${command.text} ended with ${code}:\n${output}`);
    }
  }
}

async function tryAlert(world: World, prometheus: Prometheus, one: AlertCase): Promise<TriedAlert> {
  const { alert, cause, commands, after = [] } = one;
  await waitFor(prometheus, alert, false);
  await one.begin(world);
  const firedSeconds = await waitFor(prometheus, alert, true);
  await runCommands(world, one.alert, commands);
  await one.end(world);
  await runCommands(world, alert, after);
  const endedSeconds = await waitFor(prometheus, alert, false);
  world.print(`${alert}: fired after ${firedSeconds} s, ended after ${endedSeconds} s`);
  return { alert, cause, commands: [...commands, ...after].map(({ text }) => text), firedSeconds, endedSeconds };
}

/**
 * Brings alerts about on an installation, runs the commands of their entries in the runbook, and waits for the alerts to end.
 * An alert that does not fire, a command that fails, and an alert that does not end are printed and left out of the result.
 */
export async function runAlerts(world: World, folder: string): Promise<readonly TriedAlert[]> {
  const { apiOperator, workerOperator } = world.answers.ports;
  const prometheus = await startPrometheus(
    join(folder, 'prometheus'),
    [apiOperator, workerOperator].map((port) => `127.0.0.1:${port}`),
  );
  const runbook = await readFile(RUNBOOK, 'utf8');
  const tried: TriedAlert[] = [];
  try {
    for (const one of ALERT_CASES) {
      const missing = findMissingCommands(runbook, one);
      if (missing.length > 0) throw new Error(`The entry of ${one.alert} lacks ${missing.join(', ')}`);
      try {
        tried.push(await tryAlert(world, prometheus, one));
      } catch (error) {
        world.print(`FAILED ${one.alert}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  } finally {
    await prometheus.stop();
  }
  return tried;
}
