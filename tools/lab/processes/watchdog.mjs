// Stops the children of a program that was killed before it could stop them. The program writes "+123 SIGTERM" when it starts a
// child, and "-123" when the child has ended. When standard input closes, the program has ended. The program may be killed
// after a start, before its message. Such a child has the program's mark in its environment.
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 20_000;
const POLL_MS = 50;
// A child's mark is visible only once it has loaded its program.
const UNKNOWN_CHILDREN_MS = 1000;
const mark = `CAUSEWAY_OWNER=${process.argv[2]}`;

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => {});

const children = new Map();
for await (const line of createInterface({ input: process.stdin })) {
  const [pid, signal] = line.slice(1).split(' ');
  if (line.startsWith('+')) children.set(Number(pid), signal);
  else children.delete(Number(pid));
}

// Latest first, so that the service stops before the chains it reads.
for (const [pid, signal] of [...children].reverse()) await stop(pid, signal);
for (const end = Date.now() + UNKNOWN_CHILDREN_MS; Date.now() < end; await sleep(POLL_MS)) {
  for (const pid of findMarkedChildren()) await stop(pid, 'SIGTERM');
}

async function stop(pid, signal) {
  send(pid, signal);
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end && isRunning(pid); ) await sleep(POLL_MS);
  send(pid, 'SIGKILL');
}

/** The marked processes whose parent is not marked: these were the program's children. Finds none without /proc. */
function findMarkedChildren() {
  const marked = new Map(listProcesses().flatMap((pid) => (hasMark(pid) ? [[pid, parentOf(pid)]] : [])));
  return [...marked].filter(([, parent]) => !marked.has(parent)).map(([pid]) => pid);
}

function listProcesses() {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
  } catch {
    return [];
  }
}

function hasMark(pid) {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(mark) && isRunning(pid);
  } catch {
    return false;
  }
}

function parentOf(pid) {
  try {
    return Number(/\) . (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
  } catch {
    return 0;
  }
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
    // A zombie keeps its process id until its new parent reads its exit code.
    const [, state] = /\) (.)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return state !== 'Z';
  } catch {
    return true;
  }
}
