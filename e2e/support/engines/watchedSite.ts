import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const WATCHER = '/watcher.js';
const PROBLEMS = '/problems';
const HOP_HEADERS = ['connection', 'content-encoding', 'content-length', 'keep-alive', 'transfer-encoding'];

export type WatchedSite = {
  readonly url: string;
  /** Console errors, uncaught exceptions, failed files and violations of the security policy, oldest first. */
  readonly problems: readonly string[];
  readonly close: () => void;
};

/**
 * Serves the app with its headers, and with a script before its own that reports problems. Classic WebDriver cannot run a script
 * before those of the page, and WebKit's driver gives no access to the console.
 */
export async function watchSite(webUrl: string): Promise<WatchedSite> {
  const problems: string[] = [];
  const server = createServer(async (request, response) => {
    if (request.url === WATCHER) {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(`(${watch})(${JSON.stringify(PROBLEMS)})`);
    } else if (request.url === PROBLEMS) {
      problems.push(Buffer.concat(await request.toArray()).toString());
      response.writeHead(204).end();
    } else {
      const answer = await fetch(`${webUrl}${request.url}`);
      const headers = [...answer.headers].filter(([name]) => !HOP_HEADERS.includes(name));
      const body = Buffer.from(await answer.arrayBuffer());
      const isPage = answer.headers.get('content-type')?.startsWith('text/html');
      response.writeHead(answer.status, Object.fromEntries(headers));
      response.end(isPage ? `${body}`.replace('<head>', `<head><script src="${WATCHER}"></script>`) : body);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    problems,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Runs in the page before the app. */
function watch(problemsPath: string): void {
  const report = (...problem: readonly unknown[]) => navigator.sendBeacon(problemsPath, problem.map(String).join(' '));
  const original = console.error;
  console.error = (...problem: readonly unknown[]) => {
    report(...problem);
    original(...problem);
  };
  addEventListener('unhandledrejection', ({ reason }) => report('unhandled rejection:', reason));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    report('security policy violation:', violatedDirective, blockedURI),
  );
  // Elements whose file fails to load send an event that doesn't bubble.
  addEventListener(
    'error',
    (event) => report('error:', event.message ?? (event.target as HTMLElement | null)?.outerHTML),
    { capture: true },
  );
}
