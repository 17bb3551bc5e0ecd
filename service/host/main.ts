// Serves the built web app: the folder `app` beside this program, or `dist` in a checkout. It reads its file once: restart it after a change.
//   CAUSEWAY_INSTALLATION  the file that "causeway apply" derives for it: where to listen, and what it serves as /config.json
//   CAUSEWAY_STATE         the folder whose folder `brand` it serves at /brand/; without it, none
import { existsSync, readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import * as v from 'valibot';
import { formatVersion, readVersion } from '../boot/version.ts';
import { createHost } from './createHost.ts';
import { UnusableHostConfig } from './securityHeaders.ts';

const hostFile = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ listen: v.object({ host: v.string(), port: v.number() }), config: v.unknown() }),
);

console.log(`Web host starting: ${formatVersion(readVersion())}`);
try {
  serve(process.env);
} catch (error) {
  fail(error);
}

function serve({ CAUSEWAY_INSTALLATION: path, CAUSEWAY_STATE: state }: NodeJS.ProcessEnv): void {
  if (!path) throw new UnusableHostConfig('CAUSEWAY_INSTALLATION is not set. Set it to host.json of "causeway apply".');
  const { listen, config } = v.parse(hostFile, readFileSync(path, 'utf8'));
  const { host, port } = listen;
  const built = join(import.meta.dirname, 'app');
  const server = createHost({
    webDir: existsSync(built) ? built : 'dist',
    config: `${JSON.stringify(config, null, 2)}\n`,
    brandDir: state && join(state, 'brand'),
  });
  server.once('error', fail);
  server.listen(port, host, () => console.log(`The web app is served at http://${host}:${port}`));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop(server));
}

function stop(server: Server): void {
  server.close();
  server.closeAllConnections();
}

function fail(error: unknown): void {
  console.error(`Could not serve the web app: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
