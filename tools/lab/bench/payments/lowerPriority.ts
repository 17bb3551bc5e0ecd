import { setPriority } from 'node:os';

/** @param nice as in nice(1): a higher value yields the processor to other processes */
export function lowerPriority({ pid }: { readonly pid?: number | undefined }, nice: number): void {
  if (pid === undefined) throw new Error('the process did not start, so it has no id');
  setPriority(pid, nice);
}
