import { describe, expect, it } from 'vitest';
import { ACCOUNT } from '../../lab/web/fixtures.ts';
import { createMemoryStorage } from '../../lab/web/memoryStorage.ts';
import { createViewedAccount } from './viewedAccount.ts';

describe('the viewed account', () => {
  it('survives a reload of the tab, until the person stops', () => {
    const storage = createMemoryStorage();
    createViewedAccount(storage, 'key').setState({ address: ACCOUNT });
    const reloaded = createViewedAccount(storage, 'key');
    expect(reloaded.getState().address).toBe(ACCOUNT);
    reloaded.setState({ address: null });
    expect(createViewedAccount(storage, 'key').getState().address).toBeNull();
  });

  it('is none for a stored text that is no address', () => {
    const storage = createMemoryStorage();
    storage.setItem('key', '0x12');
    expect(createViewedAccount(storage, 'key').getState().address).toBeNull();
  });
});
