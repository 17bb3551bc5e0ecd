import type { Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MalformedAnswer } from '../shared/wire/envelope.ts';
import { hashOf } from '../tools/lab/web/fakeWallet.ts';
import { ACCOUNT } from '../tools/lab/web/fixtures.ts';
import { createClient } from './createClient.ts';
import type { Client } from './operations.ts';
import { AnswerTooSlow, ServiceUnreachable } from './serviceErrors.ts';

type Respond = (response: ServerResponse) => void;

let server: Server | null = null;

async function serve(respond: Respond, fetchFn: typeof fetch = fetch): Promise<Client> {
  const started = createServer((_request, response) => respond(response));
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return createClient(`http://127.0.0.1:${(started.address() as AddressInfo).port}/api/v1`, { fetchFn });
}

afterEach(() => {
  vi.restoreAllMocks();
  server?.closeAllConnections();
  server?.close();
});

const OPERATIONS: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
  pairs: (client) => client.getPairs({ category: null, includesGasFee: false }),
  'a build': (client) =>
    client.getBuild({
      ...{ channel: 0n, sender: ACCOUNT, originChainName: 'Northshore', recipient: ACCOUNT },
      ...{ destinationChainName: 'Southshore', tokenName: 'USDC', amountText: '5', includesGasFee: false },
    }),
  'a receipt': (client) => client.getReceipt({ depositHash: hashOf('1') }),
};

const text =
  (status: number, body: string): Respond =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);

const ANSWERS: Readonly<Record<string, Respond>> = {
  'five megabytes that are not JSON': text(200, `{"data":{"pair_infos":["${'x'.repeat(5_000_000)}"]},"status":`),
  'an HTTP 500': text(500, '<h1>Internal Server Error</h1>'),
  'an HTTP 429': (response) => response.writeHead(429, { 'retry-after': '1' }).end('{}'),
  HTML: text(200, '<!doctype html><h1>It works!</h1>'),
  'an empty body': text(200, ''),
  'half an answer': text(200, '{"data":{"pair_infos":['),
  'a number': text(200, '42'),
  'success without data': text(200, '{"data":null,"status":{"code":0,"message":""}}'),
  'success with data of no use': text(200, '{"data":{},"status":{"code":0,"message":""}}'),
  'a closed connection': (response) => response.destroy(),
};

describe.each(Object.entries(OPERATIONS))('the answer to %s', (_operation, ask) => {
  it.each(Object.entries(ANSWERS))('that is %s counts as no answer', async (_what, respond) => {
    const error = await ask(await serve(respond)).catch((reason: unknown) => reason);
    expect(error instanceof ServiceUnreachable || error instanceof MalformedAnswer).toBe(true);
  });

  it('that never begins is given up after 15 seconds', async () => {
    const { turns, end } = holdTurns();
    const error = await ask(await serve(end)).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ServiceUnreachable);
    expect(error).not.toBeInstanceOf(AnswerTooSlow);
    expect(turns).toContain(15_000);
  });

  it('that trickles is given up after 15 seconds', async () => {
    const { turns, end } = holdTurns();
    const timers: NodeJS.Timeout[] = [];
    const trickle: Respond = (response) => {
      response.writeHead(200);
      timers.push(setInterval(() => response.write(' '), 5));
    };
    // The client asks for the second piece after reading the first.
    const fetchFn: typeof fetch = async (...request) => {
      const response = await fetch(...request);
      let pieces = 0;
      const count = new TransformStream({
        transform: (piece, controller) => {
          pieces += 1;
          if (pieces === 2) end();
          controller.enqueue(piece);
        },
      });
      return new Response(response.body?.pipeThrough(count) ?? null, response);
    };
    await expect(ask(await serve(trickle, fetchFn))).rejects.toBeInstanceOf(AnswerTooSlow);
    expect(turns).toContain(15_000);
    for (const timer of timers) clearInterval(timer);
  });
});

const envelope = (hash: string) => ({
  from_chain_hash: hash,
  data: null,
  status: { code: 907, message: 'unknown' },
});

it.each([
  ['another hash', [hashOf('1'), hashOf('3')]],
  ['too few hashes', [hashOf('1')]],
  ['another order', [hashOf('2'), hashOf('1')]],
  ['a hash twice', [hashOf('1'), hashOf('1'), hashOf('2')]],
])('receipts of %s are refused', async (_what, hashes) => {
  const receipts = hashes.map(envelope);
  const client = await serve(text(200, JSON.stringify({ data: { receipts }, status: { code: 0, message: '' } })));
  await expect(client.getReceipts([hashOf('1'), hashOf('2')])).rejects.toBeInstanceOf(MalformedAnswer);
});

it('several receipts of one transaction are those of its deposits', async () => {
  const receipts = [hashOf('a').toUpperCase().replace('X', 'x'), hashOf('a'), hashOf('2')].map(envelope);
  const client = await serve(text(200, JSON.stringify({ data: { receipts }, status: { code: 0, message: '' } })));
  await expect(client.getReceipts([hashOf('a'), hashOf('2')], { allDeposits: true })).resolves.toHaveLength(3);
});

/** A request's turns end when the test says so. `turns`: how long the requests want to wait, in milliseconds. */
function holdTurns(): { readonly turns: readonly number[]; readonly end: () => void } {
  const turns: number[] = [];
  const ends: (() => void)[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController();
    turns.push(ms);
    ends.push(() => controller.abort());
    return controller.signal;
  });
  return {
    turns,
    end: () => {
      for (const one of ends) one();
    },
  };
}
