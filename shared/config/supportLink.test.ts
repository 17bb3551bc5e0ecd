import { describe, expect, it } from 'vitest';
import { config } from '../../tools/lab/web/fixtures.ts';
import { parseConfig } from './runtimeConfig.ts';
import { supportLinkFor, supportTarget } from './supportLink.ts';

const HASH = `0x${'ab'.repeat(32)}`;
const withSupport = (supportUrl: unknown) => parseConfig({ ...config, brand: { name: 'Harbour', supportUrl } });

describe('the support link of the configuration', () => {
  it.each([
    ['https://help.example/new?transfer={hash}', `https://help.example/new?transfer=${HASH}`, 'help.example'],
    ['mailto:help@bridge.example?subject={hash}', `mailto:help@bridge.example?subject=${HASH}`, 'help@bridge.example'],
    ['https://help.example', 'https://help.example', 'help.example'],
  ])('%s has the hash filled in', async (template, link, target) => {
    expect((await withSupport(template)).brand.supportUrl).toBe(template);
    expect(supportLinkFor(template, HASH)).toBe(link);
    expect(supportTarget(template)).toBe(target);
  });

  it('has an empty place without a hash', () => {
    expect(supportLinkFor('https://help.example/?t={hash}', null)).toBe('https://help.example/?t=');
  });

  it.each([['javascript:alert(1)'], ['ftp://help.example'], ['mailto:'], ['help.example'], [7]])(
    'refuses %s',
    async (supportUrl) => {
      await expect(withSupport(supportUrl)).rejects.toThrow(/^brand\.supportUrl: must be /);
    },
  );
});
