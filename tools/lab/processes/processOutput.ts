import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';

const KEPT_CHARACTERS = 4_000_000;
const LAST_LINES = 15;

/** The standard output and error of one process, in a log file or in memory. */
export type ProcessOutput = {
  readonly stdio: number | 'pipe';
  readonly read: () => string;
  readonly append: (text: string) => void;
  /** Reads from the process's pipes, if there are any. */
  readonly collect: (...streams: readonly (Readable | null)[]) => void;
  readonly close: () => void;
};

/** Appends to a log file; `read` returns only the new part. */
export function openLogFile(file: string): ProcessOutput {
  mkdirSync(dirname(file), { recursive: true });
  const log = openSync(file, 'a');
  const start = fstatSync(log).size;
  return {
    stdio: log,
    read: () => readFileSync(file).subarray(start).toString(),
    append: (text) => void writeSync(log, text),
    collect: () => {},
    close: () => closeSync(log),
  };
}

export function openMemory(): ProcessOutput {
  let output = '';
  const append = (text: string) => {
    output = (output + text).slice(-KEPT_CHARACTERS);
  };
  return {
    stdio: 'pipe',
    read: () => output,
    append,
    collect: (...streams) => {
      for (const stream of streams) stream?.on('data', (chunk: Buffer) => append(chunk.toString()));
    },
    close: () => {},
  };
}

/** A log's last lines, indented for an error message. */
export function quoteLastLines(output: string, logFile: string | undefined): string {
  const lines = output.trimEnd().split('\n').slice(-LAST_LINES);
  const quote = output.trim() === '' ? '    (no output)' : lines.map((line) => `    ${line}`).join('\n');
  return logFile === undefined ? quote : `${quote}\n  Full log: ${logFile}`;
}
