import type { Server } from 'node:http';
import { createServer } from 'node:http';

/** The page's function that answers the app's messages. A test exposes it. */
export const ANSWER_FUNCTION = 'answerAsSafe';

// Like app.safe.global: shows the app in a frame and answers its messages.
const PAGE = `<!doctype html><title>Safe</title><script type="module">
  const frame = document.createElement('iframe');
  frame.src = new URLSearchParams(location.search).get('app');
  frame.style.cssText = 'position: fixed; inset: 0; width: 100%; height: 100%';
  document.body.append(frame);
  addEventListener('message', async ({ source, data, origin }) => {
    if (source !== frame.contentWindow || !data.method) return;
    const answer = await window.${ANSWER_FUNCTION}({ method: data.method, params: data.params });
    source.postMessage({ id: data.id, version: '9.1.0', ...answer }, origin);
  });
</script>`;

/** Serves a page that shows the URL in its `app` parameter in a frame. */
export function createFramingServer(): Server {
  return createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
  });
}
