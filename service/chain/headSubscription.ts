import { WebSocket } from 'ws';

export type HeadSubscriptionOptions = {
  readonly url: string;
  /** Called when the endpoint says that there is a new block. */
  readonly onHead: () => void;
  /** Called when a connection ends that was open. */
  readonly onLost: () => void;
};

export type HeadSubscription = { stop(): void };

const SUBSCRIBE = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['newHeads'] });
// A header has less than 4 kB.
const MAX_MESSAGE_BYTES = 65_536;
const CONNECT_TIMEOUT_MS = 10_000;
const MIN_RECONNECT_MS = 1000;
const MAX_RECONNECT_MS = 30_000;
// A connection can end without a sign.
const PING_MS = 15_000;
// An endpoint that announces blocks all the time must not have the chain read all the time.
const MIN_PAUSE_MS = 50;

/** Passes calls on, at most one in each period. A call within a period is passed on at its end. */
function limitRate(call: () => void, periodMs: number) {
  let timer: NodeJS.Timeout | null = null;
  let isDue = false;
  const run = () => {
    isDue = false;
    call();
    timer = setTimeout(() => {
      timer = null;
      if (isDue) run();
    }, periodMs);
    timer.unref();
  };
  return {
    call: () => {
      if (timer) isDue = true;
      else run();
    },
    stop: () => {
      if (timer) clearTimeout(timer);
    },
  };
}

/**
 * Subscribes to the new blocks of an endpoint. It believes nothing of what the endpoint says: a message is only a reason to read
 * the chain now, and not at the next poll. It connects again after every loss.
 */
export function subscribeToHeads({ url, onHead, onLost }: HeadSubscriptionOptions): HeadSubscription {
  const limited = limitRate(onHead, MIN_PAUSE_MS);
  let socket: WebSocket | null = null;
  let pings: NodeJS.Timeout | undefined;
  let reconnect: NodeJS.Timeout | undefined;
  let failures = 0;

  const connect = () => {
    const current = new WebSocket(url, {
      ...{ maxPayload: MAX_MESSAGE_BYTES, handshakeTimeout: CONNECT_TIMEOUT_MS, perMessageDeflate: false },
    });
    socket = current;
    let isOpen = false;
    let isAlive = true;
    current.on('open', () => {
      isOpen = true;
      current.send(SUBSCRIBE);
      pings = setInterval(() => {
        if (!isAlive) return current.terminate();
        isAlive = false;
        current.ping();
      }, PING_MS);
      pings.unref();
    });
    current.on('pong', () => {
      isAlive = true;
    });
    current.on('message', () => {
      isAlive = true;
      failures = 0;
      limited.call();
    });
    // Its close follows.
    current.on('error', () => {});
    current.on('close', () => {
      clearInterval(pings);
      if (socket !== current) return;
      if (isOpen) onLost();
      reconnect = setTimeout(connect, Math.min(MIN_RECONNECT_MS * 2 ** Math.min(failures, 10), MAX_RECONNECT_MS));
      reconnect.unref();
      failures += 1;
    });
  };

  connect();
  return {
    stop: () => {
      clearTimeout(reconnect);
      clearInterval(pings);
      limited.stop();
      const last = socket;
      socket = null;
      last?.terminate();
    },
  };
}
