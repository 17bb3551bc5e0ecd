import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { WebSocket } from 'ws';
import { WebSocketServer } from 'ws';

type Params = Readonly<Record<string, unknown>> & { readonly topic: string; readonly topics: readonly string[] };
type Message = {
  readonly topic: string;
  readonly message: string;
  readonly tag: unknown;
  readonly publishedAt: number;
};
type Handler = (socket: WebSocket, params: Params) => unknown;

export type Relay = {
  readonly url: string;
  /** Drops every connection, as a network that changes. Clients connect again. */
  readonly dropConnections: () => void;
  readonly close: () => Promise<void>;
};

/** Tags of the two messages that a wallet sends with one `wc_approveSession`. */
const RESPONSE_TAG = 1101;
const SETTLEMENT_TAG = 1102;

/**
 * A stand-in for the public relay of WalletConnect on 127.0.0.1: mailboxes by topic, pushed to subscribers. It sees only
 * encrypted messages, as the real one does. https://specs.walletconnect.com/2.0/specs/servers/relay/relay-server-rpc
 */
export async function startRelay(): Promise<Relay> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const mailboxes = new Map<string, Message[]>();
  const subscribers = new Map<string, Map<WebSocket, string>>();

  function push(socket: WebSocket, id: string, data: Message): void {
    const params = { id, data };
    socket.send(JSON.stringify({ id: Date.now(), jsonrpc: '2.0', method: 'irn_subscription', params }));
  }

  function subscribe(socket: WebSocket, topic: string): string {
    const id = randomUUID();
    subscribers.set(topic, (subscribers.get(topic) ?? new Map<WebSocket, string>()).set(socket, id));
    // Clients ignore a message that they have seen.
    for (const message of mailboxes.get(topic) ?? []) push(socket, id, message);
    return id;
  }

  function publish(sender: WebSocket, content: Omit<Message, 'publishedAt'>): true {
    const message = { ...content, publishedAt: Date.now() };
    mailboxes.set(content.topic, [...(mailboxes.get(content.topic) ?? []), message]);
    for (const [socket, id] of subscribers.get(content.topic) ?? []) {
      if (socket !== sender && socket.readyState === socket.OPEN) push(socket, id, message);
    }
    return true;
  }

  const unsubscribe: Handler = (socket, { topic }) => subscribers.get(topic)?.delete(socket) ?? false;
  const messagesOf = (topics: readonly string[]) => topics.flatMap((topic) => mailboxes.get(topic) ?? []);

  const handlers: Readonly<Record<string, Handler>> = {
    irn_subscribe: (socket, { topic }) => subscribe(socket, topic),
    irn_batchSubscribe: (socket, { topics }) => topics.map((topic) => subscribe(socket, topic)),
    irn_unsubscribe: unsubscribe,
    irn_publish: (socket, { topic, message, tag }) => publish(socket, { topic, message: String(message), tag }),
    irn_fetchMessages: (_socket, { topic }) => ({ messages: messagesOf([topic]), hasMore: false }),
    irn_batchFetchMessages: (_socket, { topics }) => ({ messages: messagesOf(topics), hasMore: false }),
    wc_proposeSession: (socket, { pairingTopic, sessionProposal, tag }) => {
      subscribe(socket, String(pairingTopic));
      return publish(socket, { topic: String(pairingTopic), message: String(sessionProposal), tag });
    },
    wc_approveSession: (socket, params) => {
      const [pairing, session] = [String(params.pairingTopic), String(params.sessionTopic)];
      subscribe(socket, session);
      publish(socket, { topic: pairing, message: String(params.sessionProposalResponse), tag: RESPONSE_TAG });
      return publish(socket, { topic: session, message: String(params.sessionSettlementRequest), tag: SETTLEMENT_TAG });
    },
  };

  server.on('connection', (socket) => {
    socket.on('message', (raw) => {
      const { id, method, params } = JSON.parse(String(raw)) as { id: number; method?: string; params: Params };
      // A response is a client's acknowledgement.
      if (method === undefined) return;
      const handler = handlers[method];
      const answer = handler
        ? { result: handler(socket, params) }
        : { error: { code: -32_601, message: `the stand-in relay has no method ${method}` } };
      socket.send(JSON.stringify({ id, jsonrpc: '2.0', ...answer }));
    });
    socket.on('close', () => {
      for (const sockets of subscribers.values()) sockets.delete(socket);
    });
  });

  const dropConnections = () => {
    for (const socket of server.clients) socket.terminate();
  };
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    dropConnections,
    close: async () => {
      dropConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
