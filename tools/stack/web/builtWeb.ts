import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createHost } from '../../../service/host/createHost.ts';
import { buildWeb, isWebBuilt, WEB_DIR } from './webBuild.ts';
import type { WebServer } from './webServer.ts';

/** Builds the web app if its sources changed, and serves it with the production server (`service/host/`). */
export const builtWeb: WebServer = {
  statusPath: '/ready',
  prepare: async (dir, tools) => {
    if (isWebBuilt()) return;
    await tools.steps.run('Building the web app', () => buildWeb({ ...tools, logFile: `${dir.logs}/build.log` }));
  },
  start: async (dir, port) => {
    const server = createHost({ webDir: WEB_DIR, config: readFileSync(dir.webConfig, 'utf8'), brandDir: dir.brand });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    };
  },
};
