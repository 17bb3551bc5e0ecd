// Stops what the stack has started when the stack itself was killed and could not: it learns the process ids through
// its standard input ("+123" started, "-123" ended), whose end is the stack's end.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 20_000;
const LOOK_MS = 50;

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => {});

const pids = new Set();
for await (const line of createInterface({ input: process.stdin })) {
  const pid = Number(line.slice(1));
  if (line.startsWith('+')) pids.add(pid);
  else pids.delete(pid);
}

// The latest first: the service before the chains that it talks to.
for (const pid of [...pids].reverse()) {
  send(pid, 'SIGTERM');
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end && isRunning(pid); ) await sleep(LOOK_MS);
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
    // An ended process keeps its number until its new parent asks for it.
    const [, state] = /\) (.)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return state !== 'Z';
  } catch {
    return true;
  }
}
