import { describe, expect, it } from 'vitest';
import { ACCOUNT } from '../../tools/lab/web/fixtures.ts';
import { createMemoryStorage } from '../../tools/lab/web/memoryStorage.ts';
import { createViewedAccount } from './shownAccount.ts';

describe('the viewed account', () => {
  it('survives a reload of the tab, until the person stops viewing it', () => {
    const storage = createMemoryStorage();
    createViewedAccount(() => storage, 'here').choose(ACCOUNT);
    const reloaded = createViewedAccount(() => storage, 'here');
    expect(reloaded.get()).toBe(ACCOUNT);
    reloaded.choose(null);
    expect(createViewedAccount(() => storage, 'here').get()).toBeNull();
  });

  it('is null if the stored text is not an address', () => {
    const storage = createMemoryStorage();
    storage.setItem('causeway.viewed.here', '"0x12"');
    expect(createViewedAccount(() => storage, 'here').get()).toBeNull();
  });
});
