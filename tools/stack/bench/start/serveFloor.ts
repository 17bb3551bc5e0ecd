import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { createHost } from '../../../../service/host/createHost.ts';
import { compressFiles } from '../../web/compressFiles.ts';

type FloorFiles = { readonly webDir: string; readonly config: string };

/** Builds and serves the minimal page in the same way as the web app. */
export async function serveFloor({ webDir, config }: FloorFiles) {
  const root = fileURLToPath(new URL('./floor', import.meta.url));
  await build({ root, configFile: false, logLevel: 'warn', plugins: [react()], build: { outDir: webDir } });
  await compressFiles(webDir);
  const server = createHost({ webDir, config });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
