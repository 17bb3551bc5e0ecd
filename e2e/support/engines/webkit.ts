import { spawnSync } from 'node:child_process';
import { findFreePort } from '../../../tools/lab/processes/freePort.mjs';
import { startProcess, untilReady } from '../../../tools/lab/processes/startProcess.ts';
import type { Engine } from './engine.ts';

const DRIVER = 'WebKitWebDriver';
const DISPLAY_SERVER = 'Xvfb';
const SCREEN = '1280x860x24';

/** Speaks classic WebDriver: the driver of WebKitGTK doesn't know BiDi. */
export const webkit: Engine = {
  name: 'WebKit',
  packages: 'webkit2gtk-driver xvfb',
  isInstalled: () => [DRIVER, DISPLAY_SERVER].every((command) => spawnSync(command, ['--help']).error === undefined),
  start: async (folder) => {
    const start = (command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
      startProcess({ title: command, command, args, stopSignal: 'SIGTERM', env: { ...process.env, ...env } });
    const screen = start(DISPLAY_SERVER, ['-displayfd', '1', '-screen', '0', SCREEN, '-nolisten', 'tcp']);
    const display = await untilReady(screen, async () => /^\d+$/m.exec(screen.output())?.[0] ?? null);
    const port = await findFreePort();
    const driver = start(DRIVER, [`--port=${port}`], {
      DISPLAY: `:${display}`,
      GDK_BACKEND: 'x11',
      LANG: 'en_US.UTF-8',
      DBUS_SESSION_BUS_ADDRESS: 'disabled:',
      HOME: folder,
    });
    const command = async (path: string, body?: object) => {
      const url = `http://127.0.0.1:${port}${path}`;
      const answer = await fetch(url, body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) });
      const { value } = await answer.json();
      if (!answer.ok) throw new Error(`${path}: ${value.message}`);
      return value;
    };
    await untilReady(driver, async () => (await command('/status')).ready);
    const { sessionId } = await command('/session', { capabilities: {} });
    const session = `/session/${sessionId}`;
    return {
      open: (url) => command(`${session}/url`, { url }),
      evaluate: (expression) => command(`${session}/execute/sync`, { script: `return ${expression}`, args: [] }),
      act: (actions) => command(`${session}/actions`, { actions }),
      screenshot: async () => Buffer.from(await command(`${session}/screenshot`), 'base64'),
      // The browser ends with its screen. Before that, it keeps the driver's output open.
      close: async () => void (await Promise.all([screen.stop(), driver.stop()])),
    };
  },
};
