import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { SignRequest } from '../client/signer.ts';
import {
  ADDRESS_PATH,
  KeyUnavailable,
  MAX_REQUEST_BYTES,
  readSignRequest,
  SIGN_PATH,
  UNVERIFIED_STATUS,
  writeUnverified,
} from '../client/signer.ts';
import { SignerLogBroken } from './appendLog.ts';
import { fingerprintsByChain } from './fingerprint.ts';
import type { SigningContext, SignResult } from './signVerified.ts';
import { signVerified } from './signVerified.ts';

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

async function sign(context: SigningContext, request: SignRequest): Promise<Answer> {
  let result: SignResult;
  try {
    result = await signVerified(context, request);
  } catch (error) {
    if (!(error instanceof KeyUnavailable)) throw error;
    context.logger.error({ err: error }, 'key not usable, nothing is signed');
    return { status: 503, body: {} };
  }
  switch (result.kind) {
    case 'signed':
      return { status: 200, body: { raw: result.raw, signedTo: result.signedTo } };
    case 'refused':
      return { status: 403, body: { refused: result.reason } };
    case 'unverified':
      return { status: UNVERIFIED_STATUS, body: writeUnverified(result.reason, result) };
  }
}

/** Without a writable payment log or its key, the signer signs nothing, so it must not answer as if it could. */
async function answerAddress({ signer, policy, paymentLog, logger }: SigningContext): Promise<Answer> {
  try {
    await Promise.all([paymentLog.verify(), signer.probe()]);
  } catch (error) {
    if (!(error instanceof SignerLogBroken || error instanceof KeyUnavailable)) throw error;
    const what = error instanceof KeyUnavailable ? 'key not usable' : 'payment log not writable';
    logger.error({ err: error }, `${what}, nothing is signed`);
    return { status: 503, body: {} };
  }
  const nextNonces = policy.chains.map(({ id: chainId }) => ({
    chainId,
    nonce: paymentLog.nextNonce({ chainId, address: signer.address }),
  }));
  const views = [...fingerprintsByChain(policy)].map(([chainId, fingerprint]) => ({ chainId, fingerprint }));
  return {
    status: 200,
    body: { address: signer.address, nextNonces: nextNonces.filter(({ nonce }) => nonce !== null), views },
  };
}

async function answer(context: SigningContext, request: IncomingMessage): Promise<Answer> {
  const { method, url } = request;
  if (method === 'GET' && url === ADDRESS_PATH) return answerAddress(context);
  if (method !== 'POST' || url !== SIGN_PATH) return { status: 404, body: {} };
  const text = await readBody(request);
  if (text === null) return { status: 413, body: {} };
  const signRequest = readSignRequest(text);
  return signRequest ? sign(context, signRequest) : { status: 400, body: {} };
}

async function handleRequest(
  context: SigningContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { status, body } = await answer(context, request).catch((error: unknown): Answer => {
    context.logger.error({ err: error }, 'request failed');
    return { status: 500, body: {} };
  });
  // A connection carries one request, so a rejected body's bytes are never read as a second request.
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify(body));
}

/**
 * Answers workers' requests, on the socket or on TLS connections. A request that fails ends with an answer, or its
 * connection is closed: a failed listener would end the process.
 * @param contextOf null closes the connection without an answer
 */
export function createRequestListener(
  logger: Logger,
  contextOf: (request: IncomingMessage) => SigningContext | null,
): RequestListener {
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const context = contextOf(request);
    if (context === null) request.socket.destroy();
    else await handleRequest(context, request, response);
  };
  return (request, response) => {
    serve(request, response).catch((error: unknown) => {
      logger.error({ err: error }, 'request failed');
      response.destroy();
    });
  };
}
