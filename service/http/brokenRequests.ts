import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { encodeFailure } from '#shared/wire/envelope.ts';
import type { HttpServer } from './httpServer.ts';

export type BrokenRequestLimits = {
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly maxHeaderBytes: number;
  readonly headers: Readonly<Record<string, string>>;
};

const STATUS = 400;

function describeError(error: Error, limits: BrokenRequestLimits): string {
  const { headersTimeoutMs, requestTimeoutMs, maxHeaderBytes } = limits;
  switch ('code' in error ? error.code : null) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return `The request did not arrive in time. Send its headers within ${headersTimeoutMs / 1000} seconds and its body within ${requestTimeoutMs / 1000} seconds.`;
    case 'HPE_HEADER_OVERFLOW':
      return `The headers of the request are too large. Send at most ${maxHeaderBytes} bytes.`;
    default:
      return 'The request is not valid HTTP/1.1. Send it with an HTTP client.';
  }
}

function toBody(message: string): string {
  return JSON.stringify(encodeFailure(STATUS, message));
}

function toHeaders(body: string, limits: BrokenRequestLimits) {
  return {
    ...limits.headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
}

/** Answers requests that reach no handler, because they are late or not HTTP, with the envelope. */
export function answerBrokenRequests(limits: BrokenRequestLimits): (error: Error, socket: Socket) => void {
  return (error, socket) => {
    if (!socket.writable || ('code' in error && error.code === 'ECONNRESET')) {
      socket.destroy();
      return;
    }
    const body = toBody(describeError(error, limits));
    const lines = Object.entries(toHeaders(body, limits)).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${STATUS} ${STATUS_CODES[STATUS]}\r\n${lines.join('')}\r\n${body}`);
  };
}

/** Node answers an unknown expectation with 417 and no body. This answers it with the envelope. */
export function answerExpectations(server: HttpServer, limits: BrokenRequestLimits): void {
  server.server.on('checkExpectation', (_request, response) => {
    const body = toBody('The service knows no expectation but 100-continue. Leave out the header Expect.');
    response.writeHead(STATUS, toHeaders(body, limits)).end(body);
  });
}
