import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { FrameLocator, Page } from '@playwright/test';
import { USDC } from './bridgePage.ts';
import type { SafeRequest, TestSafe } from './testSafe.ts';

/** The page's function that answers the app's messages. */
const ANSWER_FUNCTION = 'answerAsSafe';

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

/** The framing server's page, with the app in its frame. */
export const framing = (pageUrl: string, appUrl: string) => `${pageUrl}/?app=${encodeURIComponent(appUrl)}`;

type Site = { readonly webUrl: string; readonly safeUrl: string };

/** Opens the form in the frame of a page that answers as the Safe does. */
export async function openInSafe(page: Page, safe: TestSafe, { webUrl, safeUrl }: Site): Promise<FrameLocator> {
  await page.exposeFunction(ANSWER_FUNCTION, (request: SafeRequest) => safe.answer(request));
  await page.goto(framing(safeUrl, `${webUrl}/?from=${USDC.from}&to=${USDC.to}&token=${USDC.token}`));
  return page.frameLocator('iframe');
}
