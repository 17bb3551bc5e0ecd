import { describe, expect, it } from 'vitest';
import { ACCOUNT, OTHER_ACCOUNT } from '../../../tools/lab/web/fixtures.ts';
import { loadBlockedAddresses } from './blockedAddresses.ts';

const load = (body: string, status = 200) =>
  loadBlockedAddresses('/blocked.json', async () => new Response(body, { status }));

describe('loadBlockedAddresses', () => {
  it('reads addresses in any case', async () => {
    const list = await load(JSON.stringify([ACCOUNT.toLowerCase(), OTHER_ACCOUNT]));
    expect(list).toEqual(new Set([ACCOUNT, OTHER_ACCOUNT]));
  });

  it.each([
    ['a page instead of a list', '<!doctype html>', 200],
    ['an entry that is not an address', JSON.stringify([ACCOUNT, '0x1']), 200],
    ['another shape', JSON.stringify({ addresses: [ACCOUNT] }), 200],
    ['a missing file', '[]', 404],
  ])('refuses %s', async (_what, body, status) => {
    await expect(load(body, status)).rejects.toThrow();
  });
});
