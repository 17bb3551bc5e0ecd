import { describe, expect, test } from 'vitest';
import { SetupError } from '../setup/setupError.mjs';
import { createSteps } from '../setup/steps.mjs';
import type { ChromiumInstall, ChromiumSearch } from './chromium.ts';
import { chooseChromium } from './chromium.ts';

const steps = createSteps({ write: () => true });

function search(running: readonly string[], rest: Partial<ChromiumSearch> = {}): ChromiumSearch {
  const runs = async (file: string) => running.includes(file);
  return { chosen: undefined, candidates: ['/first', '/second'], runs, installs: [], ...rest };
}

function install(title: string, result: { file: string } | { problem: string }): ChromiumInstall & { asked: number } {
  const self = {
    title,
    asked: 0,
    install: async () => {
      self.asked += 1;
      return result;
    },
  };
  return self;
}

describe('chooseChromium', () => {
  test('takes what CHROME names before anything else', async () => {
    await expect(chooseChromium(search(['/mine', '/first'], { chosen: '/mine' }), steps)).resolves.toBe('/mine');
  });

  test('fails when CHROME names nothing that runs, even where another browser would', async () => {
    const failure = chooseChromium(search(['/first'], { chosen: '/wrong' }), steps);
    await expect(failure).rejects.toThrow('CHROME is "/wrong", which is not a browser that runs here.');
  });

  test('takes the first that is installed and runs', async () => {
    await expect(chooseChromium(search(['/second']), steps)).resolves.toBe('/second');
  });

  test('installs nothing where one is installed', async () => {
    const download = install('download', { file: '/new' });
    await chooseChromium(search(['/first', '/new'], { installs: [download] }), steps);
    expect(download.asked).toBe(0);
  });

  test('goes on to the next way when the first one fails or gives a browser that does not run', async () => {
    const installs = [
      install('download', { problem: 'no network' }),
      install('other download', { file: '/lacks-libraries' }),
      install('package', { file: '/packaged' }),
    ];
    await expect(chooseChromium(search(['/packaged'], { installs }), steps)).resolves.toBe('/packaged');
  });

  test('fails with every reason when none can be had', async () => {
    const installs = [install('download', { problem: 'no network' }), install('package', { file: '/broken' })];
    const failure = await chooseChromium(search([], { installs }), steps).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SetupError);
    expect(String(failure)).toContain('download: no network');
    expect(String(failure)).toContain('package: /broken does not run here');
    expect(String(failure)).toContain('set CHROME');
  });
});
