import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RecordedAnswer } from './recordAnswer.ts';

// Runs in its own process, as the service does. Reads each request and answers with recorded bytes.

/** The message that this process sends: one port per recorded answer. */
export type BarePorts = readonly number[];

async function serve({ status, headers, body }: RecordedAnswer): Promise<number> {
  const bytes = Buffer.from(body, 'base64');
  const flat = headers.flat();
  const server = createServer((request, response) => {
    request.resume();
    request.once('end', () => {
      response.writeHead(status, flat);
      response.end(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return port;
}

process.once('message', async (answers: readonly RecordedAnswer[]) => {
  process.send?.(await Promise.all(answers.map(serve)));
});
// The channel closes when the bench ends, so the server never outlives it.
process.on('disconnect', () => process.exit(0));
