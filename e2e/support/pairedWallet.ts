import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WalletKit } from '@reown/walletkit';
import { Core } from '@walletconnect/core';
import type { PrivateKeyAccount } from 'viem';
import type { WebSocket } from 'ws';
import { WebSocketServer } from 'ws';
import type { SentTransaction } from './sendTransaction.ts';
import { sendTransaction } from './sendTransaction.ts';
import type { TestStack } from './testStack.ts';

const METHODS = ['eth_sendTransaction', 'wallet_switchEthereumChain', 'wallet_addEthereumChain'];
const EVENTS = ['accountsChanged', 'chainChanged'];
// CAIP-25 and EIP-1193.
const REJECTED = { code: 5000, message: 'User rejected.' };

export type PairedWallet = {
  /** The user scans the code, or opens the link. */
  readonly pair: (uri: string) => Promise<void>;
  /** The user rejects the next request to this method. */
  readonly rejectNext: (kind: 'session' | 'transaction') => void;
  readonly transactions: readonly SentTransaction[];
  readonly sessionCount: () => number;
  /** The page's name and URL, as the wallet shows them. */
  readonly peer: () => { readonly name: string; readonly url: string } | null;
  /** The user disconnects the page in the wallet. */
  readonly disconnect: () => Promise<void>;
  readonly close: () => Promise<void>;
};

type Options = { readonly stack: TestStack; readonly relayUrl: string; readonly account: PrivateKeyAccount };

/** A mobile wallet: the library that wallets use (`@reown/walletkit`), with a user who approves everything. */
export async function startPairedWallet({ stack, relayUrl, account }: Options): Promise<PairedWallet> {
  const core = new Core({
    projectId: '0'.repeat(32),
    relayUrl,
    logger: 'silent',
    // The library shares one instance between a process's wallets with the same prefix.
    customStoragePrefix: randomUUID(),
    storageOptions: { database: ':memory:' },
    telemetryEnabled: false,
  });
  const metadata = { name: 'Paired Wallet', description: 'A test wallet', url: 'https://wallet.example', icons: [] };
  // The library's own types disagree on optional fields.
  const kit = await WalletKit.init({ core: core as never, metadata });
  const transactions: SentTransaction[] = [];
  const rejected = new Set<'session' | 'transaction'>();

  kit.on('session_proposal', ({ id }) => {
    if (rejected.delete('session')) return void kit.rejectSession({ id, reason: REJECTED });
    const chains = stack.chains.map((chain) => `eip155:${chain.id}`);
    const accounts = chains.map((chain) => `${chain}:${account.address}`);
    const eip155 = { chains, accounts, methods: METHODS, events: EVENTS };
    void kit.approveSession({ id, namespaces: { eip155 } });
  });

  async function perform(chainId: number, [request]: readonly object[]): Promise<string> {
    const chain = stack.chains.find(({ id }) => id === chainId);
    if (!chain || !request) throw new Error(`the wallet has no chain ${chainId}`);
    const sent = await sendTransaction(chain, { account, request });
    transactions.push(sent);
    return sent.hash;
  }

  kit.on('session_request', async ({ id, topic, params }) => {
    const respond = (answer: object) =>
      kit.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', ...answer } as never });
    if (rejected.delete('transaction')) return void respond({ error: REJECTED });
    try {
      await respond({ result: await perform(Number(params.chainId.split(':')[1]), params.request.params) });
    } catch (error) {
      await respond({ error: { code: -32_000, message: String(error) } });
    }
  });

  const sessions = () => Object.values(kit.getActiveSessions());
  return {
    pair: (uri) => kit.pair({ uri }),
    rejectNext: (kind) => void rejected.add(kind),
    transactions,
    sessionCount: () => sessions().length,
    peer: () => sessions()[0]?.peer.metadata ?? null,
    disconnect: async () => {
      for (const { topic } of sessions()) {
        await kit.disconnectSession({ topic, reason: { code: 6000, message: 'User disconnected.' } });
      }
    },
    close: () => core.relayer.transportClose(),
  };
}

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
  /** Drops every connection, like a change of network. Clients reconnect. */
  readonly dropConnections: () => void;
  readonly close: () => Promise<void>;
};

/** Tags of the two messages that a wallet sends with one `wc_approveSession`. */
const RESPONSE_TAG = 1101;
const SETTLEMENT_TAG = 1102;

/**
 * A stand-in for the public relay of WalletConnect on 127.0.0.1: mailboxes by topic, pushed to subscribers. Like the real one,
 * it sees only encrypted messages. https://specs.walletconnect.com/2.0/specs/servers/relay/relay-server-rpc
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
    // Clients ignore messages that they have already seen.
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
      // A response means that the client acknowledges.
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
