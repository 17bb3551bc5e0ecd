import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createProcesses } from './processes.ts';
import type { ProcessSpec } from './startProcess.ts';
import { ProcessDied, startProcess, untilReady } from './startProcess.ts';

const folder = mkdtempSync(join(tmpdir(), 'causeway-processes-'));
const stops: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  rmSync(folder, { recursive: true, force: true });
});

function script(source: string, rest: Partial<ProcessSpec> = {}): ProcessSpec {
  return { title: 'the script', command: process.execPath, args: ['-e', source], stopSignal: 'SIGTERM', ...rest };
}

describe('startProcess', () => {
  test('returns only the output of this run from a log file', async () => {
    const logFile = join(folder, 'logs', 'script.log');
    await startProcess(script('console.log("first")', { logFile })).exited;
    const second = startProcess(script('console.log("second")', { logFile }));
    await second.exited;
    expect(second.output()).toBe('second\n');
    expect(readFileSync(logFile, 'utf8')).toBe('first\nsecond\n');
  });

  test('reports a missing program', async () => {
    const missing = startProcess(script('', { command: '/no/such/program' }));
    await expect(untilReady(missing, async () => null)).rejects.toThrow(/could not start[\s\S]*ENOENT/);
  });
});

describe('untilReady', () => {
  test('quotes the last output of a process that ends first', async () => {
    const failing = startProcess(script('console.error("no database"); process.exit(3)'));
    const failure = await untilReady(failing, async () => null).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ProcessDied);
    expect(String(failure)).toContain('The script stopped unexpectedly (exit code 3). Last output:\n    no database');
  });

  test('gives up on a process that is not ready in time', async () => {
    const slow = startProcess(script('setInterval(() => {}, 1000)'));
    stops.push(slow.stop);
    await expect(untilReady(slow, async () => null, { timeoutMs: 100 })).rejects.toThrow(
      'The script did not get ready within 0.1 s',
    );
  });
});

describe('createProcesses', () => {
  const waits =
    'process.on("SIGTERM", () => process.exit(Number(process.argv[1]))); setInterval(() => {}, 1000); console.log("ready")';
  const waiting = (code: number) => script(waits, { args: ['-e', waits, String(code)], savesAtEnd: true });

  test('stops the latest first, reports no death, and says whether all saved', async () => {
    const deaths: ProcessDied[] = [];
    const processes = createProcesses((death) => deaths.push(death));
    const order: string[] = [];
    for (const [name, code] of [
      ['first', 0],
      ['second', 1],
    ] as const) {
      const started = processes.start(waiting(code));
      void started.exited.then(() => order.push(name));
      await untilReady(started, async () => started.output().includes('ready'));
    }
    expect(await processes.stopAll()).toBe(false);
    expect(order).toEqual(['second', 'first']);
    expect(deaths).toEqual([]);
  });
});
