import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import { transformWithOxc } from 'vite';

const SOURCE = new URL('../../src/app/embed/causewayEmbed.ts', import.meta.url);

const PAGE = `<!doctype html><title>Partner</title><div id="bridge"></div><script type="module">
  import { embedCauseway } from './causewayEmbed.js';
  window.messages = [];
  const url = new URLSearchParams(location.search).get('app');
  const form = { from: 'Northshore', to: 'Southshore', token: 'USDC' };
  embedCauseway(document.querySelector('#bridge'), { url, form, theme: 'dark', onMessage: (message) => messages.push(message) });
</script>`;

/** Serves a partner's page with the file that partners copy. */
export async function createPartnerServer(): Promise<Server> {
  const { code } = await transformWithOxc(readFileSync(SOURCE, 'utf8'), 'causewayEmbed.ts');
  return createServer((request, response) => {
    const isScript = request.url === '/causewayEmbed.js';
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' }).end(isScript ? code : PAGE);
  });
}
