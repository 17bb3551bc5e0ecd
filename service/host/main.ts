// Serves the built web app. It reads the configuration once: restart it after a change.
//   CAUSEWAY_WEB_DIR     the built web app                     dist
//   CAUSEWAY_WEB_CONFIG  the file served as /config.json       config.json
//   CAUSEWAY_WEB_FILES   the brand's files, at /brand/         none
//   CAUSEWAY_WEB_HOST    the address to listen on              127.0.0.1
//   CAUSEWAY_WEB_PORT    the port to listen on                 4173
import type { Server } from 'node:http';
import { formatVersion, readVersion } from '../boot/version.ts';
import { createHost } from './createHost.ts';

console.log(`Web host starting: ${formatVersion(readVersion())}`);
try {
  serve(process.env);
} catch (error) {
  fail(error);
}

function serve(env: NodeJS.ProcessEnv): void {
  const { CAUSEWAY_WEB_DIR: webDir = 'dist', CAUSEWAY_WEB_CONFIG: configFile = 'config.json' } = env;
  const { CAUSEWAY_WEB_FILES: brandDir } = env;
  const { CAUSEWAY_WEB_HOST: host = '127.0.0.1', CAUSEWAY_WEB_PORT: port = '4173' } = env;
  const server = createHost({ webDir, configFile, brandDir });
  server.once('error', fail);
  server.listen(Number(port), host, () => console.log(`The web app is served at http://${host}:${port}`));
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
