import { readdir } from 'node:fs/promises';
import type { Duplex } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import type { RunningProcess } from '../../processes/startProcess.ts';
import { waitUntil } from '../../processes/waitUntil.ts';
import { readMemoryMb } from '../processUse.ts';
import type { Reply } from './connections.ts';
import { exchange, readReply } from './connections.ts';
import type { RawRequest } from './rawRequests.ts';

/** What a client sends on one connection, and what it thinks of the first answer. */
export type Attempt = {
  readonly request: RawRequest;
  /** @returns the problem of the answer, or null. @throws if the answer is not readable */
  readonly findProblem: (reply: Reply | null) => string | null;
};

/** One listening port or socket of a process. */
export type FuzzTarget = {
  readonly name: string;
  readonly process: Pick<RunningProcess, 'pid' | 'exited' | 'output'>;
  /** How many connections are open at the same time. */
  readonly clients: number;
  readonly open: () => Duplex;
  /** False where the bytes meet no HTTP, such as a port that speaks TLS. */
  readonly answersHttp: boolean;
  readonly attempts: fc.Arbitrary<Attempt>;
  /** Answers which show that requests reach each of the handlers. Without them, the requests would test nothing. */
  readonly reached: readonly string[];
  /** @throws unless the server answers an ordinary request rightly */
  readonly verify: () => Promise<void>;
  /** Changes what the server reads meanwhile. @returns what ends it */
  readonly disturb?: () => () => Promise<void>;
};

/** 503 is an answer by design. Any other of these statuses means that a handler failed. */
export function findStatusProblem(reply: Reply | null): string | null {
  return reply !== null && reply.status >= 500 && reply.status !== 503 ? `HTTP ${reply.status}` : null;
}

const CHUNK = 200;
const WARM_UP_MS = 1000;
// Connections to databases and chains come and go. A leak of one for each lost client makes hundreds.
const MORE_FILES = 30;
// A busy heap grows before it is collected.
const MORE_MEMORY_MB = 300;
const SETTLE_MS = 30_000;
// A busy machine needs longer until each answer has been seen.
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

/** An uncaught exception or an unhandled rejection ends a process, so its end is the only sign of them. */
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

/** Sends requests for a time, to a server that must live on. @returns the problems */
async function run({ target, seed, ms, reached = [] }: Run): Promise<readonly string[]> {
  /** Each status, with the code of the envelope where there is one. */
  const answers = new Set<string>();
  const problems: string[] = [];
  const inFlight = new Set<RawRequest>();
  const deadline = performance.now() + ms;
  let end: string | null = null;
  const attempt = async ({ request, findProblem }: Attempt) => {
    inFlight.add(request);
    const received = await exchange(target.open(), request);
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

/** Finds what a fuzzed server has kept of its clients. */
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
 * Sends odd requests to a server for a time. @returns each wrong answer, the end of its process, a server that no longer answers
 * an ordinary request, and files, connections and memory that it does not give back.
 */
export async function fuzzServer(
  target: FuzzTarget,
  { seconds, seed }: { readonly seconds: number; readonly seed: number },
): Promise<readonly string[]> {
  await target.verify();
  const stopDisturbing = target.disturb?.() ?? (async () => {});
  // A server opens its own connections, and most of its memory, with the first requests.
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
      problems.push(`no right answer to an ordinary request: ${error.message} ${error.cause}`),
    );
    return problems;
  }
  await stopDisturbing();
  return problems;
}
