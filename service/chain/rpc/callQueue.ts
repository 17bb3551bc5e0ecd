import type { CallRate } from '../model/callRate.ts';
import { afterRefusal, afterSuccess, startRate, takeCall, takeTokens } from '../model/callRate.ts';

/**
 * The kinds of calls to one endpoint, with their shares while all of them wait. A kind that is alone gets the whole
 * rate.
 */
const SHARES = { payment: 8, watch: 4, rescan: 1, request: 1 } as const;
export type Priority = keyof typeof SHARES;
const PRIORITIES = ['payment', 'watch', 'rescan', 'request'] as const satisfies readonly Priority[];

// How many calls the endpoint handles at the same time. Their answers are in memory together.
const MAX_RUNNING = 24;
// Anyone can send requests. A separate rate for them keeps a flood from using up the provider's allowance.
const REQUEST_LIMIT = { perSecond: 20, burst: 40 };
const EXPIRE_MS = 250;
const MAX_WAITING: Readonly<Record<Priority, number>> = { payment: 4000, watch: 4000, rescan: 1000, request: 50 };

/** Thrown for a call that was not sent. The caller asks again next turn. */
export class RpcOverloaded extends Error {
  readonly code = 'RPC_OVERLOADED';
  /** Whether the service's own limit for requests may be the cause, which says nothing about the endpoint. */
  readonly isOwnLimit: boolean;
  constructor(message: string, { isOwnLimit }: { readonly isOwnLimit: boolean }) {
    super(message);
    this.isOwnLimit = isOwnLimit;
  }
}

/** Whether a call was not sent because the endpoint has too many. */
export function isOverloaded(error: unknown): boolean {
  return error instanceof RpcOverloaded || (error instanceof Error && isOverloaded(error.cause));
}

export type QueuedCall = {
  readonly priority: Priority;
  /** How long the call may wait before it is sent, also after refusals. */
  readonly maxWaitMs: number;
};

/** What the queue needs to know about a failed attempt; null if the failure says nothing about the rate. */
export type ReadRefusal = (error: unknown) => { readonly retryAfterMs: number | null } | null;

export type CallQueue = {
  /**
   * Sends a call in its turn, and again after each refusal.
   * @throws RpcOverloaded, or what `send` throws
   */
  run<T>(call: QueuedCall, send: () => Promise<T>): Promise<T>;
  /** Whether a call of this kind would have to wait before it is sent. */
  isBusy(priority: Priority): boolean;
};

type Waiting = { readonly expiresAt: number; start(): void; fail(error: Error): void };

function overloaded(name: string, priority: Priority, why: string): RpcOverloaded {
  return new RpcOverloaded(`${name} limits calls: ${why}`, { isOwnLimit: priority === 'request' });
}

function createRequestLimit(now: () => number) {
  let fullAt = 0;
  const next = () => takeTokens(REQUEST_LIMIT, fullAt, { now: now(), count: 1 });
  return {
    isReached: () => !next().ok,
    take: () => {
      const taken = next();
      if (taken.ok) fullAt = taken.fullAt;
    },
  };
}

/** Creates the queue of calls to one endpoint, shared by every client in this process. */
export function createCallQueue(name: string, readRefusal: ReadRefusal): CallQueue {
  const now = () => performance.now();
  const lines: Record<Priority, Waiting[]> = { payment: [], watch: [], rescan: [], request: [] };
  // Stride scheduling: the kind with the least use of its share goes next.
  const used: Record<Priority, number> = { payment: 0, watch: 0, rescan: 0, request: 0 };
  let rate: CallRate = startRate(now());
  const requests = createRequestLimit(now);
  let running = 0;
  let recent: number[] = [];
  let timer: NodeJS.Timeout | null = null;

  const isOpen = (priority: Priority) => priority !== 'request' || !requests.isReached();

  const pickLine = (): Priority | null => {
    const open = PRIORITIES.filter((each) => lines[each].length > 0 && isOpen(each));
    return open.reduce<Priority | null>((best, each) => (best === null || used[each] < used[best] ? each : best), null);
  };

  const start = (line: Priority) => {
    if (line === 'request') requests.take();
    used[line] += 1 / SHARES[line];
    running += 1;
    lines[line].shift()?.start();
  };

  const isAnyWaiting = () => PRIORITIES.some((priority) => lines[priority].length > 0);

  const expire = () => {
    for (const priority of PRIORITIES) {
      const late = lines[priority].filter(({ expiresAt }) => expiresAt <= now());
      if (late.length === 0) continue;
      lines[priority] = lines[priority].filter((call) => !late.includes(call));
      for (const call of late) call.fail(overloaded(name, priority, 'this call waited too long'));
    }
  };

  const wakeIn = (ms: number) => {
    if (timer) clearTimeout(timer);
    timer = setTimeout(pump, Math.max(1, Math.ceil(ms)));
    timer.unref();
  };

  function pump(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    for (let line = pickLine(); line !== null && running < MAX_RUNNING; line = pickLine()) {
      const taken = takeCall(rate, now());
      if (!taken.ok) {
        expire();
        wakeIn(Math.min(taken.waitMs, EXPIRE_MS));
        return;
      }
      rate = taken.rate;
      start(line);
    }
    expire();
    if (isAnyWaiting()) wakeIn(lines.request.length > 0 ? 1000 / REQUEST_LIMIT.perSecond : EXPIRE_MS);
  }

  const enter = ({ priority }: QueuedCall, expiresAt: number, isRetry: boolean) =>
    new Promise<void>((start, fail) => {
      const line = lines[priority];
      if (!isRetry && line.length >= MAX_WAITING[priority]) {
        fail(overloaded(name, priority, `${line.length} calls of the same kind are already waiting`));
        return;
      }
      // A kind that was idle has saved up no share for later.
      if (line.length === 0) {
        const others = PRIORITIES.filter((each) => each !== priority && lines[each].length > 0);
        if (others.length > 0) used[priority] = Math.max(used[priority], Math.min(...others.map((each) => used[each])));
      }
      if (isRetry) line.unshift({ expiresAt, start, fail });
      else line.push({ expiresAt, start, fail });
      pump();
    });

  const sendOnce = async <T>(
    send: () => Promise<T>,
  ): Promise<{ readonly value: T } | { readonly refused: unknown }> => {
    const sentAt = now();
    recent = [...recent.filter((at) => at > sentAt - 1000), sentAt];
    try {
      const value = await send();
      rate = afterSuccess(rate, sentAt);
      return { value };
    } catch (error) {
      const refusal = readRefusal(error);
      if (!refusal) throw error;
      const recentCalls = recent.filter((at) => at > now() - 1000).length;
      rate = afterRefusal(rate, { now: now(), sentAt, recentCalls, ...refusal });
      return { refused: error };
    } finally {
      running -= 1;
      // Answers of one batch arrive together. Their slots are given away together, so that they form a batch again.
      queueMicrotask(pump);
    }
  };

  return {
    run: async (call, send) => {
      const expiresAt = now() + call.maxWaitMs;
      for (let tries = 0; ; tries += 1) {
        await enter(call, expiresAt, tries > 0);
        const result = await sendOnce(send);
        if ('value' in result) return result.value;
        if (now() >= expiresAt) throw result.refused;
      }
    },
    isBusy: (priority) =>
      lines[priority].length > 0 || running >= MAX_RUNNING || !takeCall(rate, now()).ok || !isOpen(priority),
  };
}
