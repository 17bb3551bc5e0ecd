import { readFile } from 'node:fs/promises';

// The unit of /proc/<pid>/stat on Linux.
const TICK_MS = 10;

/** The processor time that a process has used, in milliseconds. */
export async function readCpuMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name of the program can have spaces. The user and system times are the 12th and 13th fields after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
