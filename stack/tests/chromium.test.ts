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
  test('prefers the browser from CHROME', async () => {
    await expect(chooseChromium(search(['/mine', '/first'], { chosen: '/mine' }), steps)).resolves.toBe('/mine');
  });

  test('fails if the browser from CHROME does not start, even if another would', async () => {
    const failure = chooseChromium(search(['/first'], { chosen: '/wrong' }), steps);
    await expect(failure).rejects.toThrow('CHROME is "/wrong", but no browser starts from there.');
  });

  test('takes the first installed browser that starts', async () => {
    await expect(chooseChromium(search(['/second']), steps)).resolves.toBe('/second');
  });

  test('installs nothing if an installed browser starts', async () => {
    const download = install('download', { file: '/new' });
    await chooseChromium(search(['/first', '/new'], { installs: [download] }), steps);
    expect(download.asked).toBe(0);
  });

  test('tries the next install if one fails or gives a browser that does not start', async () => {
    const installs = [
      install('download', { problem: 'no network' }),
      install('other download', { file: '/lacks-libraries' }),
      install('package', { file: '/packaged' }),
    ];
    await expect(chooseChromium(search(['/packaged'], { installs }), steps)).resolves.toBe('/packaged');
  });

  test('fails with every reason if no install works', async () => {
    const installs = [install('download', { problem: 'no network' }), install('package', { file: '/broken' })];
    const failure = await chooseChromium(search([], { installs }), steps).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SetupError);
    expect(String(failure)).toContain('download: no network');
    expect(String(failure)).toContain('package: /broken does not start');
    expect(String(failure)).toContain('set CHROME');
  });
});
