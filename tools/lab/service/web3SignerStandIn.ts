import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Hex } from 'viem';
import { isHex, keccak256 } from 'viem';
import { privateKeyToAccount, sign } from 'viem/accounts';
import type { TlsFiles } from '../../../service/boot/tls.ts';
import { readTlsIdentity } from '../../../service/boot/tls.ts';

export type StandInAnswer = {
  readonly status: number;
  readonly body: string;
  readonly headers?: Record<string, string>;
};

/** Implements the secp256k1 signing of Web3Signer's HTTP API: openapi-specs/eth1 in its repository. */
export type Web3SignerStandIn = {
  readonly url: string;
  readonly publicKey: Hex;
  /** The data of each signing request. */
  readonly asked: string[];
  /** Changes every answer; `hang` never answers. */
  distort: (honest: StandInAnswer, path: string) => StandInAnswer | 'hang' | Promise<StandInAnswer>;
  stop(): Promise<void>;
};

export async function startWeb3SignerStandIn(privateKey: Hex, tls?: TlsFiles): Promise<Web3SignerStandIn> {
  const publicKey: Hex = `0x${privateKeyToAccount(privateKey).publicKey.slice(4)}`;
  const asked: string[] = [];

  const answer = async (request: IncomingMessage): Promise<StandInAnswer> => {
    const { method, url = '' } = request;
    if (method === 'GET' && url === '/api/v1/eth1/publicKeys')
      return { status: 200, body: JSON.stringify([publicKey]) };
    const identifier = /^\/api\/v1\/eth1\/sign\/(?:0x)?([0-9a-fA-F]+)$/.exec(url)?.[1];
    if (method !== 'POST' || identifier === undefined) return { status: 404, body: '' };
    const body = await json(request).catch(() => null);
    const data = typeof body === 'object' && body && 'data' in body ? body.data : undefined;
    if (!isHex(data) || data.length <= 2) return { status: 400, body: '' };
    asked.push(data);
    if (`0x${identifier.toLowerCase()}` !== publicKey) return { status: 404, body: '' };
    return { status: 200, body: await sign({ hash: keccak256(data), privateKey, to: 'hex' }) };
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const given = await standIn.distort(await answer(request), request.url ?? '');
    if (given === 'hang') return;
    const { status, body, headers } = given;
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...headers }).end(body);
  };
  const listener = (request: IncomingMessage, response: ServerResponse) => void handle(request, response);
  const secured = tls && { ...(await readTlsIdentity(tls)).options, requestCert: true, rejectUnauthorized: true };
  const server = secured ? createTlsServer(secured, listener) : createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const standIn: Web3SignerStandIn = {
    ...{ url: tls ? `https://localhost:${port}` : `http://127.0.0.1:${port}`, publicKey, asked },
    distort: (honest) => honest,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return standIn;
}
