import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { Logger } from 'pino';
import { keccak256 } from 'viem';
import type { Signer, TransactionToSign } from '../chain/signer.ts';
import { ADDRESS_PATH, MAX_REQUEST_BYTES, readSignRequest, SIGN_PATH } from '../chain/signerProtocol.ts';
import type { Policy } from './policy.ts';
import { judge } from './policy.ts';
import { claimSocket, openSocket } from './socket.ts';
import type { SpendingLog } from './spendingLog.ts';

export type SignerContext = {
  readonly signer: Signer;
  readonly policy: Policy;
  readonly spendingLog: SpendingLog;
  readonly logger: Logger;
};

export type SignerServer = {
  /** Stops accepting, lets what runs finish, and ends what does not. */
  stop(): Promise<void>;
};

const HEADERS_TIMEOUT_MS = 2000;
const REQUEST_TIMEOUT_MS = 4000;
const LOOK_FOR_TIMEOUTS_MS = 500;
const MAX_CONNECTIONS = 64;
const DRAIN_MS = 5000;

type Answer = { readonly status: number; readonly body: object };

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_REQUEST_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function describeUsedUp(of: string): string {
  return `what may be spent in an hour on ${of === 'gas' ? 'gas' : `token ${of}`} is used up`;
}

/** Signs what the policy allows, after it was counted. */
async function sign(context: SignerContext, transaction: TransactionToSign): Promise<Answer> {
  const { signer, policy, spendingLog, logger } = context;
  const { chainId, nonce } = transaction;
  const refuse = (reason: string): Answer => {
    logger.warn({ chainId, nonce, reason }, 'refused');
    return { status: 403, body: { refused: reason } };
  };
  const verdict = judge(policy, transaction);
  if (!verdict.ok) return refuse(verdict.reason);
  const usedUp = await spendingLog.reserve({ chainId, nonce, spendings: verdict.spendings });
  if (usedUp) return refuse(describeUsedUp(usedUp.of));
  const raw = await signer.signTransaction(transaction);
  logger.info({ chainId, nonce, kind: verdict.kind, hash: keccak256(raw) }, 'signed');
  return { status: 200, body: { raw } };
}

async function answer(context: SignerContext, request: IncomingMessage): Promise<Answer> {
  const { method, url } = request;
  if (method === 'GET' && url === ADDRESS_PATH) return { status: 200, body: { address: context.signer.address } };
  if (method !== 'POST' || url !== SIGN_PATH) return { status: 404, body: {} };
  const text = await readBody(request);
  if (text === null) return { status: 413, body: {} };
  const transaction = readSignRequest(text);
  return transaction ? sign(context, transaction) : { status: 400, body: {} };
}

async function handle(context: SignerContext, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, body } = await answer(context, request).catch((error: unknown): Answer => {
    context.logger.error({ err: error }, 'a request failed');
    return { status: 500, body: {} };
  });
  // One connection for each request: whoever was cut short gets no second one on the same.
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify(body));
}

async function stopServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearTimeout(timer);
}

/**
 * Serves the signer on a Unix domain socket.
 * @throws SocketRefused
 */
export async function startSignerServer(context: SignerContext, socketPath: string): Promise<SignerServer> {
  await claimSocket(socketPath);
  const options = {
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: LOOK_FOR_TIMEOUTS_MS,
  };
  const server = createServer(options, (request, response) => void handle(context, request, response));
  server.maxConnections = MAX_CONNECTIONS;
  await openSocket(server, socketPath);
  return { stop: () => stopServer(server) };
}
