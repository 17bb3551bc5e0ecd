import { createReadStream } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sirv from 'sirv';
import type { Plugin } from 'vite';
import type { StateDir } from '../stateDir.ts';
import type { WebServer } from './webServer.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

// The app imports nothing from these folders, and the chains and the database constantly write to the state folder.
const UNWATCHED = ['service', 'tools/lab', 'tools/stack', 'e2e', 'contracts', 'docs', 'dist', 'test-results'].map(
  (folder) => `${ROOT}${folder}/**`,
);

/** Serves the web app's sources with Vite, which sends changes to the browser. */
export const devWeb: WebServer = {
  prepare: async () => {},
  start: async (dir, port) => {
    // Imported here, so that `npm start` does not load Vite.
    const { createServer } = await import('vite');
    const server = await createServer({
      root: ROOT,
      // Two stacks on one machine must not share a cache.
      cacheDir: join(dir.root, 'vite'),
      plugins: [serveConfig(dir), serveBrand(dir.brand)],
      server: {
        ...{ host: '127.0.0.1', port, strictPort: true },
        watch: { ignored: [`${dir.root}/**`, ...UNWATCHED] },
        // Vite bundles the packages now, not at the first page load.
        warmup: { clientFiles: ['./src/main.tsx'] },
      },
      logLevel: 'warn',
      clearScreen: false,
    });
    await server.listen();
    return () => server.close();
  },
};

/** Serves the installation's own files at `/brand/`, as the built app's server does. */
function serveBrand(brandDir: string): Plugin {
  const answerMissing = (_request: unknown, response: ServerResponse) => {
    response.statusCode = 404;
    response.end();
  };
  const serve = sirv(brandDir, { dev: true, etag: true, onNoMatch: answerMissing });
  return {
    name: 'causeway-brand',
    configureServer: ({ middlewares }) => {
      // No next handler, which would answer a missing file with the app's page.
      middlewares.use('/brand', (request, response) => serve(request, response));
    },
  };
}

/** Serves `/config.json` from the state folder, at the same address as the built app's server. */
function serveConfig({ webConfig }: StateDir): Plugin {
  return {
    name: 'causeway-config',
    configureServer: ({ middlewares }) => {
      middlewares.use('/config.json', (_request, response) => {
        response.setHeader('content-type', 'application/json');
        response.setHeader('cache-control', 'no-store');
        createReadStream(webConfig).pipe(response);
      });
    },
  };
}
