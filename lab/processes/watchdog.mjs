// Stops the children of a program that was killed and could not stop them itself. The program writes "+123 SIGTERM" when
// it starts a child and "-123" when the child has ended. The end of standard input means that the program has ended.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 20_000;
const POLL_MS = 50;

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => {});

const children = new Map();
for await (const line of createInterface({ input: process.stdin })) {
  const [pid, signal] = line.slice(1).split(' ');
  if (line.startsWith('+')) children.set(Number(pid), signal);
  else children.delete(Number(pid));
}

// The latest first: the service stops before the chains it reads.
for (const [pid, signal] of [...children].reverse()) {
  send(pid, signal);
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end && isRunning(pid); ) await sleep(POLL_MS);
  send(pid, 'SIGKILL');
}

function send(pid, signal) {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

function isRunning(pid) {
  if (!send(pid, 0)) return false;
  try {
    // A zombie keeps its process id until its new parent collects its exit code.
    const [, state] = /\) (.)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return state !== 'Z';
  } catch {
    return true;
  }
}
