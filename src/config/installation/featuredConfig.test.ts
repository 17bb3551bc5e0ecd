import { describe, expect, it } from 'vitest';
import { config } from '../../../lab/web/fixtures.ts';
import { parseConfig } from '../runtimeConfig.ts';

const withFeatured = (featured: unknown) => parseConfig({ ...config, featured });

describe('the featured routes', () => {
  it('accept names of chains and tokens', async () => {
    const featured = [{ from: 'Southshore', to: 'Northshore', token: 'WBTC' }];
    expect((await withFeatured(featured)).featured).toEqual(featured);
  });

  it.each([
    [
      [{ from: 'Atlantis', to: 'Northshore', token: 'WBTC' }],
      /^featured\.0\.from: Atlantis is not the name of a chain/,
    ],
    [[{ from: 'Northshore', to: 'Southshore', token: 'GOLD' }], /^featured\.0\.token: Northshore has no token GOLD/],
    [[{ from: 'Northshore', token: 'WBTC' }], /^featured\.0\.to: is missing/],
    ['WBTC', /^featured: must be a list/],
  ])('refuse %o, and name the value', async (featured, problem) => {
    await expect(withFeatured(featured)).rejects.toThrow(problem);
  });
});
