import type { ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';

/** Lets everything else have the processor first. @param nice as of `nice(1)` */
export function lowerPriority({ pid }: ChildProcess, nice: number): void {
  if (pid === undefined) throw new Error('the process was not started');
  setPriority(pid, nice);
}
