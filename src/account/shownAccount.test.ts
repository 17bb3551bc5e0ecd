import { describe, expect, it } from 'vitest';
import { ACCOUNT } from '../../tools/lab/web/fixtures.ts';
import { createMemoryStorage } from '../../tools/lab/web/memoryStorage.ts';
import { createViewedAccount, createWalletConnection } from './shownAccount.ts';

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

describe('the connection', () => {
  it('remembers whether the last visit had a wallet', () => {
    const storage = createMemoryStorage();
    const hadWallet = () => createWalletConnection(() => storage, 'here').getState().hadWallet;
    expect(hadWallet()).toBe(false);
    storage.setItem('causeway.wallet.here.recentConnectorId', '"io.example.wallet"');
    expect(hadWallet()).toBe(true);
  });
});
