import { spawnSync } from 'node:child_process';
import { on, once } from 'node:events';
import { WebSocket } from 'ws';
import { startProcess, untilReady } from '../../../tools/lab/processes/startProcess.ts';
import type { Engine } from './engine.ts';

// Debian's, and the one that GitHub's machines have.
const KNOWN = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

const findFirefox = () => KNOWN.find((file) => spawnSync(file, ['--version']).status === 0);

/**
 * Speaks WebDriver BiDi. Playwright does too, but needs emulation.setMediaFeaturesOverride for each context, which Firefox 153
 * doesn't know.
 */
export const firefox: Engine = {
  name: 'Firefox',
  packages: 'firefox-esr',
  isInstalled: () => findFirefox() !== undefined,
  start: async (folder) => {
    const browser = startProcess({
      title: 'Firefox',
      command: findFirefox() ?? '',
      args: ['--headless', '--profile', folder, '--remote-debugging-port', '0'],
      stopSignal: 'SIGTERM',
    });
    const url = await untilReady(browser, async () => /BiDi listening on (ws:\S+)/.exec(browser.output())?.[1] ?? null);
    const command = await connect(`${url}/session`);
    await command('session.new', { capabilities: {} });
    const { contexts } = await command('browsingContext.getTree', {});
    const { context } = contexts[0];
    return {
      open: async (page) => void (await command('browsingContext.navigate', { context, url: page, wait: 'complete' })),
      evaluate: async (expression) => {
        const answer = await command('script.evaluate', {
          expression: `JSON.stringify(${expression})`,
          target: { context },
          awaitPromise: false,
        });
        if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
        return JSON.parse(answer.result.value ?? 'null');
      },
      act: async (actions) => void (await command('input.performActions', { context, actions })),
      screenshot: async () => {
        const { data } = await command('browsingContext.captureScreenshot', { context });
        return Buffer.from(data, 'base64');
      },
      close: async () => void (await browser.stop()),
    };
  },
};

async function connect(url: string) {
  const socket = new WebSocket(url);
  await once(socket, 'open');
  let lastId = 0;
  // biome-ignore lint/suspicious/noExplicitAny: each command has its own answer
  return async (method: string, params: object): Promise<any> => {
    if (socket.readyState !== WebSocket.OPEN) throw new Error(`${method}: Firefox has closed the connection`);
    lastId += 1;
    const id = lastId;
    const messages = on(socket, 'message', { close: ['close'] });
    socket.send(JSON.stringify({ id, method, params }));
    for await (const [data] of messages) {
      const answer = JSON.parse(String(data));
      if (answer.id !== id) continue;
      if (answer.type === 'error') throw new Error(`${method}: ${answer.message}`);
      return answer.result;
    }
    throw new Error(`${method}: Firefox closed the connection`);
  };
}
