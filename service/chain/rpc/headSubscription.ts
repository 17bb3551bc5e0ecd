import type { Hash } from 'viem';
import { isHash } from 'viem';
import { WebSocket } from 'ws';
import { takeTokens } from '../model/callRate.ts';

/** What an endpoint says about a subscription to new blocks. */
type HeadMessage =
  | { readonly kind: 'subscribed'; readonly subscription: string }
  | { readonly kind: 'refused' }
  | { readonly kind: 'head'; readonly subscription: string; readonly hash: Hash }
  | { readonly kind: 'other' };

const OTHER = { kind: 'other' } as const;

function readField(value: unknown, field: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, field)) return undefined;
  return Reflect.get(value, field);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @param requestId the id of the subscription request */
function readHeadMessage(text: string, requestId: number): HeadMessage {
  const message = parse(text);
  if (readField(message, 'id') === requestId) {
    const result = readField(message, 'result');
    return typeof result === 'string' ? { kind: 'subscribed', subscription: result } : { kind: 'refused' };
  }
  if (readField(message, 'method') !== 'eth_subscription') return OTHER;
  const params = readField(message, 'params');
  const subscription = readField(params, 'subscription');
  const hash = readField(readField(params, 'result'), 'hash');
  if (typeof subscription !== 'string' || typeof hash !== 'string') return OTHER;
  // Nodes write hexadecimal digits in either case.
  const lower = hash.toLowerCase();
  return isHash(lower) ? { kind: 'head', subscription, hash: lower } : OTHER;
}

/** Decides when an endpoint's announcements make the service read the chain. */
type HeadWakes = {
  announce(hash: Hash): void;
  /** The chain's providers agree on this newest block. */
  noteFound(hash: Hash): void;
  stop(): void;
};

// An endpoint can invent blocks, and each read asks every provider of the chain. So it may cause one read for each real
// block, and one more per second.
const LIMIT = { perSecond: 1, burst: 8 };
const TOKEN_MS = 1000 / LIMIT.perSecond;
// The providers can have a block later than the endpoint that announces it.
const RETRY_MS = [250, 750, 2000];
const MAX_SEEN = 64;

/** @param wake starts a read of the chain */
export function createHeadWakes(wake: () => void): HeadWakes {
  const seen = new Set<Hash>();
  let awaited: Hash | null = null;
  let found: Hash | null = null;
  let fullAt = 0;
  let tries = 0;
  let timer: NodeJS.Timeout | undefined;

  const waitFor = (ms: number) => {
    timer = setTimeout(attempt, ms);
    timer.unref();
  };
  function attempt(): void {
    clearTimeout(timer);
    const taken = takeTokens(LIMIT, fullAt, { now: performance.now(), count: 1 });
    if (!taken.ok) {
      waitFor(Math.ceil(taken.waitMs));
      return;
    }
    fullAt = taken.fullAt;
    const retryMs = RETRY_MS[tries];
    tries += 1;
    if (retryMs !== undefined) waitFor(retryMs);
    wake();
  }

  return {
    announce: (hash) => {
      if (hash === found || seen.has(hash)) return;
      seen.add(hash);
      const [oldest] = seen;
      if (seen.size > MAX_SEEN && oldest !== undefined) seen.delete(oldest);
      awaited = hash;
      tries = 0;
      attempt();
    },
    noteFound: (hash) => {
      found = hash;
      fullAt -= TOKEN_MS;
      if (hash !== awaited) return;
      awaited = null;
      clearTimeout(timer);
    },
    stop: () => clearTimeout(timer),
  };
}

/**
 * Why a connection ended: it wasn't established, the endpoint refused to subscribe, it sent too many messages, it
 * announced none of the chain's blocks, or another reason.
 */
export type SubscriptionProblem = 'unreachable' | 'refused' | 'flooded' | 'silent' | 'lost';

export type HeadSubscriptionOptions = {
  readonly url: string;
  /** Called when the endpoint announces a new block. */
  readonly onHead: () => void;
  /** Called when a connection ends or fails: for the first failure in a row, and rarely after that. */
  readonly onProblem: (problem: SubscriptionProblem) => void;
};

export type HeadSubscription = {
  /** The chain's providers agree on this newest block. */
  noteBlock(hash: Hash): void;
  stop(): void;
};

const REQUEST_ID = 1;
const SUBSCRIBE = JSON.stringify({ jsonrpc: '2.0', id: REQUEST_ID, method: 'eth_subscribe', params: ['newHeads'] });
// A header has less than 4 kB.
const MAX_MESSAGE_BYTES = 65_536;
// No chain has so many blocks. Each message takes time that the workers need.
const MAX_MESSAGES_PER_SECOND = 100;
const CONNECT_TIMEOUT_MS = 10_000;
const MIN_RECONNECT_MS = 1000;
const MAX_RECONNECT_MS = 30_000;
// A connection can end silently.
const PING_MS = 15_000;
// A load balancer can lose the subscription and still answer pings.
const MAX_MISSED_BLOCKS = 3;
// About 30 minutes at the longest pause.
const REPORT_EVERY = 60;

/**
 * Creates a counter.
 * @returns whether this second has too many messages
 */
function createMessageLimit(): () => boolean {
  let count = 0;
  let startedAt = performance.now();
  return () => {
    const now = performance.now();
    if (now - startedAt >= 1000) {
      startedAt = now;
      count = 0;
    }
    count += 1;
    return count > MAX_MESSAGES_PER_SECOND;
  };
}

type ConnectionEvents = {
  readonly onHead: (hash: Hash) => void;
  readonly onEnd: (problem: SubscriptionProblem) => void;
};

type Connection = Pick<HeadSubscription, 'stop'> & { noteBlock(): void };

function openConnection(url: string, { onHead, onEnd }: ConnectionEvents): Connection {
  const socket = new WebSocket(url, {
    ...{ maxPayload: MAX_MESSAGE_BYTES, handshakeTimeout: CONNECT_TIMEOUT_MS, perMessageDeflate: false },
  });
  const isOverLimit = createMessageLimit();
  let problem: SubscriptionProblem = 'unreachable';
  let subscription: string | null = null;
  let missed = 0;
  let isAlive = true;
  let pings: NodeJS.Timeout | undefined;

  const end = (why: SubscriptionProblem) => {
    problem = why;
    socket.terminate();
  };
  const limit = () => {
    if (isOverLimit()) end('flooded');
  };
  socket.on('open', () => {
    problem = 'lost';
    socket.send(SUBSCRIBE);
    pings = setInterval(() => {
      if (!isAlive) return socket.terminate();
      isAlive = false;
      socket.ping();
    }, PING_MS);
    pings.unref();
  });
  socket.on('ping', limit);
  socket.on('pong', () => {
    isAlive = true;
    limit();
  });
  socket.on('message', (data) => {
    limit();
    // The rest of a packet's messages arrive after the end.
    if (socket.readyState !== WebSocket.OPEN) return;
    isAlive = true;
    const message = readHeadMessage(String(data), REQUEST_ID);
    if (message.kind === 'refused' && subscription === null) {
      end('refused');
      return;
    }
    if (message.kind === 'subscribed') subscription ??= message.subscription;
    if (message.kind !== 'head' || message.subscription !== subscription) return;
    missed = 0;
    onHead(message.hash);
  });
  // Its close event follows.
  socket.on('error', () => {});
  socket.on('close', () => {
    clearInterval(pings);
    onEnd(problem);
  });
  return {
    noteBlock: () => {
      if (socket.readyState !== WebSocket.OPEN) return;
      missed += 1;
      // The providers can find a block before the endpoint announces it.
      if (missed > MAX_MISSED_BLOCKS) end('silent');
    },
    stop: () => {
      clearInterval(pings);
      socket.terminate();
    },
  };
}

/**
 * Subscribes to an endpoint's new blocks. It trusts nothing the endpoint says: an announcement only makes the service
 * read the chain now rather than at the next poll. It reconnects after every loss.
 */
export function subscribeToHeads({ url, onHead, onProblem }: HeadSubscriptionOptions): HeadSubscription {
  const wakes = createHeadWakes(onHead);
  let connection: Connection | null = null;
  let reconnect: NodeJS.Timeout | undefined;
  let failures = 0;
  let isStopped = false;

  const onEnd = (problem: SubscriptionProblem) => {
    if (isStopped) return;
    if (failures % REPORT_EVERY === 0) onProblem(problem);
    const pauseMs = problem === 'flooded' ? MAX_RECONNECT_MS : MIN_RECONNECT_MS * 2 ** Math.min(failures, 10);
    failures += 1;
    reconnect = setTimeout(connect, Math.min(pauseMs, MAX_RECONNECT_MS));
    reconnect.unref();
  };
  function connect(): void {
    connection = openConnection(url, {
      onHead: (hash) => {
        failures = 0;
        wakes.announce(hash);
      },
      onEnd,
    });
  }

  connect();
  return {
    noteBlock: (hash) => {
      wakes.noteFound(hash);
      connection?.noteBlock();
    },
    stop: () => {
      isStopped = true;
      clearTimeout(reconnect);
      wakes.stop();
      connection?.stop();
    },
  };
}
