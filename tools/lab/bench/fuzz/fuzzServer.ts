import { readdir } from 'node:fs/promises';
import type { Duplex } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import type { RunningProcess } from '../../processes/startProcess.ts';
import { waitUntil } from '../../processes/waitUntil.ts';
import { readMemoryMb } from '../processUse.ts';
import type { Reply } from './connections.ts';
import { readReply, sendRaw } from './connections.ts';
import type { RawRequest } from './rawRequests.ts';

/** What a client sends on one connection, and how it checks the first answer. */
export type Attempt = {
  readonly request: RawRequest;
  /** @returns the problem with the answer, or null. @throws if the answer is unreadable */
  readonly findProblem: (reply: Reply | null) => string | null;
};

/** One listening port or socket of a process. */
export type FuzzTarget = {
  readonly name: string;
  readonly process: Pick<RunningProcess, 'pid' | 'exited' | 'output'>;
  /** How many connections are open at once. */
  readonly clients: number;
  readonly open: () => Duplex;
  /** False where the server does not read the bytes as HTTP, such as on a TLS port. */
  readonly answersHttp: boolean;
  readonly attempts: fc.Arbitrary<Attempt>;
  /** The answers that must occur. They show that requests reach every handler; otherwise the fuzzing would test nothing. */
  readonly reached: readonly string[];
  /** @throws unless the server answers an ordinary request correctly */
  readonly verify: () => Promise<void>;
  /** Changes the server's input during the fuzzing. @returns a function that stops this */
  readonly disturb?: () => () => Promise<void>;
};

/** 503 is intended. Any other 5xx status means that a handler failed. */
export function findStatusProblem(reply: Reply | null): string | null {
  return reply !== null && reply.status >= 500 && reply.status !== 503 ? `HTTP ${reply.status}` : null;
}

const CHUNK = 200;
const WARM_UP_MS = 1000;
// Database and chain connections come and go. A leak of one connection per lost client would make hundreds.
const MORE_FILES = 30;
// The heap grows under load before it is collected.
const MORE_MEMORY_MB = 300;
const SETTLE_MS = 30_000;
// On a busy machine it takes longer until every expected answer has occurred.
const MORE_TIME_MS = 150_000;
const MAX_QUOTED = 400;

const quote = (value: unknown) => JSON.stringify(value).slice(0, MAX_QUOTED);

async function countFiles(pid: number): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`)).length;
}

function keyOf(reply: Reply | null): string {
  if (reply === null) return 'none';
  const code = /"status":\{"code":(\d+)/.exec(reply.body)?.[1];
  return code === undefined ? `${reply.status}` : `${reply.status} ${code}`;
}

/** Uncaught exceptions and unhandled rejections end the process, so its exit is the only sign of them. */
async function findEnd({ exited, output }: FuzzTarget['process']): Promise<string | null> {
  const exit = await Promise.race([exited, setTimeout(0, null)]);
  if (exit === null) return null;
  return `the process ended (${exit.signal ?? `exit code ${exit.code}`}):\n${output().slice(-2000)}`;
}

type Run = {
  readonly target: FuzzTarget;
  readonly seed: number;
  readonly ms: number;
  readonly reached?: readonly string[];
};

/** Sends requests for a while to a server that must survive them. @returns the problems */
async function run({ target, seed, ms, reached = [] }: Run): Promise<readonly string[]> {
  /** Each HTTP status, with the envelope's code if there is one. */
  const answers = new Set<string>();
  const problems: string[] = [];
  const inFlight = new Set<RawRequest>();
  const deadline = performance.now() + ms;
  let end: string | null = null;
  const attempt = async ({ request, findProblem }: Attempt) => {
    inFlight.add(request);
    const received = await sendRaw(target.open(), request);
    end ??= await findEnd(target.process);
    if (end !== null) return;
    inFlight.delete(request);
    try {
      const reply = target.answersHttp ? readReply(received) : null;
      answers.add(keyOf(reply));
      const problem = findProblem(reply);
      if (problem !== null) problems.push(`${problem}: ${quote(request.pieces)}`);
    } catch (error) {
      problems.push(`${error}: ${quote(request.pieces)}`);
    }
  };
  const missing = () => reached.filter((key) => !answers.has(key));
  const isOver = () => {
    const left = deadline - performance.now();
    return end !== null || left < -MORE_TIME_MS || (left <= 0 && missing().length === 0);
  };
  for (let from = seed; !isOver(); from += 1) {
    const queue = fc.sample(target.attempts, { seed: from, numRuns: CHUNK });
    const client = async () => {
      for (let next = queue.pop(); next && !isOver(); next = queue.pop()) await attempt(next);
    };
    await Promise.all(Array.from({ length: target.clients }, client));
  }
  if (end === null && missing().length > 0) problems.push(`no answer ${missing().join(' and ')}`);
  if (end !== null) problems.push(`${end}\nrequests at that time:\n${[...inFlight].map(quote).join('\n')}`);
  return problems;
}

/** Finds leaks: what a fuzzed server still holds after its clients have left. */
async function findLeaks({ process: { pid } }: FuzzTarget, before: { files: number; memoryMb: number }) {
  const problems: string[] = [];
  const isFreed = async () => (await countFiles(pid)) <= before.files + MORE_FILES;
  await waitUntil(isFreed, { timeoutMs: SETTLE_MS }).catch(async () =>
    problems.push(`${await countFiles(pid)} open files and connections, ${before.files} before`),
  );
  const memoryMb = await readMemoryMb(pid);
  if (memoryMb > before.memoryMb + MORE_MEMORY_MB) problems.push(`${memoryMb} MB in use, ${before.memoryMb} MB before`);
  return problems;
}

/**
 * Sends odd requests to a server for a while. @returns the problems: wrong answers, an ended process, no answer to an ordinary
 * request, and leaked files, connections and memory
 */
export async function fuzzServer(
  target: FuzzTarget,
  { seconds, seed }: { readonly seconds: number; readonly seed: number },
): Promise<readonly string[]> {
  await target.verify();
  const stopDisturbing = target.disturb?.() ?? (async () => {});
  // With the first requests, a server opens its own connections and allocates most of its memory.
  const problems = [...(await run({ target, seed, ms: WARM_UP_MS }))];
  if (problems.length === 0) {
    const before = { files: await countFiles(target.process.pid), memoryMb: await readMemoryMb(target.process.pid) };
    const ms = seconds * 1000;
    problems.push(...(await run({ target, seed: seed + 1_000_000, ms, reached: target.reached })));
    await stopDisturbing();
    const isAlive = (await findEnd(target.process)) === null;
    if (isAlive) problems.push(...(await findLeaks(target, before)));
    const isRight = () => target.verify().then(() => true);
    await waitUntil(isRight, { timeoutMs: isAlive ? SETTLE_MS : 0 }).catch((error: Error) =>
      problems.push(`no correct answer to an ordinary request: ${error.message} ${error.cause}`),
    );
    return problems;
  }
  await stopDisturbing();
  return problems;
}
