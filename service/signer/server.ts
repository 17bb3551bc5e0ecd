import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { Logger } from 'pino';
import { keccak256 } from 'viem';
import type { Signer, TransactionToSign } from '../chain/signer.ts';
import { ADDRESS_PATH, MAX_REQUEST_BYTES, readSignRequest, SIGN_PATH } from '../chain/signerProtocol.ts';
import type { Policy, Spending } from './policy.ts';
import { evaluate } from './policy.ts';
import { claimSocket, openSocket } from './socket.ts';
import type { SpendingLog } from './spendingLog.ts';
import { SpendingLogBroken } from './spendingLog.ts';

export type SignerContext = {
  readonly signer: Signer;
  readonly policy: Policy;
  readonly spendingLog: SpendingLog;
  readonly logger: Logger;
};

export type SignerServer = {
  /** Stops accepting, waits for running requests, and closes their connections after a time limit. */
  stop(): Promise<void>;
};

const HEADERS_TIMEOUT_MS = 2000;
const REQUEST_TIMEOUT_MS = 4000;
const TIMEOUT_SCAN_INTERVAL_MS = 500;
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

function describeExceeded({ of, maxPerHour }: Spending): string {
  return `the transaction would exceed the hourly cap on ${of === 'gas' ? 'gas' : `token ${of}`}, ${maxPerHour} base units`;
}

/** Counts the spending of an allowed transaction, then signs it: a crash in between counts too much, never too little. */
async function sign(context: SignerContext, transaction: TransactionToSign): Promise<Answer> {
  const { signer, policy, spendingLog, logger } = context;
  const { chainId, nonce } = transaction;
  const refuse = (reason: string): Answer => {
    logger.warn({ chainId, nonce, reason }, 'transaction refused');
    return { status: 403, body: { refused: reason } };
  };
  const verdict = evaluate(policy, transaction);
  if (!verdict.ok) return refuse(verdict.reason);
  const exceeded = await spendingLog.reserve({ chainId, nonce, spendings: verdict.spendings });
  if (exceeded) return refuse(describeExceeded(exceeded));
  const raw = await signer.signTransaction(transaction);
  logger.info({ chainId, nonce, kind: verdict.kind, hash: keccak256(raw) }, 'transaction signed');
  return { status: 200, body: { raw } };
}

/** Without a writable spending log the signer signs nothing, so it must not answer as if it could. */
async function answerAddress({ signer, spendingLog, logger }: SignerContext): Promise<Answer> {
  try {
    await spendingLog.verify();
  } catch (error) {
    if (!(error instanceof SpendingLogBroken)) throw error;
    logger.error({ err: error }, 'spending log not writable, nothing is signed');
    return { status: 503, body: {} };
  }
  return { status: 200, body: { address: signer.address } };
}

async function answer(context: SignerContext, request: IncomingMessage): Promise<Answer> {
  const { method, url } = request;
  if (method === 'GET' && url === ADDRESS_PATH) return answerAddress(context);
  if (method !== 'POST' || url !== SIGN_PATH) return { status: 404, body: {} };
  const text = await readBody(request);
  if (text === null) return { status: 413, body: {} };
  const transaction = readSignRequest(text);
  return transaction ? sign(context, transaction) : { status: 400, body: {} };
}

async function handle(context: SignerContext, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, body } = await answer(context, request).catch((error: unknown): Answer => {
    context.logger.error({ err: error }, 'request failed');
    return { status: 500, body: {} };
  });
  // A connection carries one request, so the bytes of a rejected body are never read as a second request.
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
    connectionsCheckingInterval: TIMEOUT_SCAN_INTERVAL_MS,
  };
  const server = createServer(options, (request, response) => void handle(context, request, response));
  server.maxConnections = MAX_CONNECTIONS;
  await openSocket(server, socketPath);
  return { stop: () => stopServer(server) };
}
