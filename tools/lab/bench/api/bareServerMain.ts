import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RecordedAnswer } from './recordAnswer.ts';

// Runs in a separate process, as the service does. It reads each request and answers it with recorded bytes.

/** The process sends the ports of its servers, one for each answer. */
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
