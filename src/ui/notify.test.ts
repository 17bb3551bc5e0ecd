import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryStorage } from '../../tools/lab/web/memoryStorage.ts';
import { canNotify, notify, wantNotices, wantsNotices } from './notify.ts';

const shown: { readonly title: string; readonly options: NotificationOptions }[] = [];
const page = { hidden: true };
let answer: NotificationPermission = 'granted';

class FakeNotification {
  static permission: NotificationPermission = 'default';
  static async requestPermission(): Promise<NotificationPermission> {
    FakeNotification.permission = answer;
    return answer;
  }
  constructor(title: string, options: NotificationOptions) {
    shown.push({ title, options });
  }
}

const TEXT = { title: 'Delivered', body: '250 USDC to Base' };

beforeEach(() => {
  shown.length = 0;
  answer = 'granted';
  FakeNotification.permission = 'default';
  page.hidden = true;
  vi.stubGlobal('Notification', FakeNotification);
  vi.stubGlobal('window', { Notification: FakeNotification, localStorage: createMemoryStorage() });
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' });
});
afterEach(() => vi.unstubAllGlobals());

describe('a browser notification', () => {
  it('shows after the person asked for it, while the page is hidden', async () => {
    await wantNotices(true);
    notify('one', TEXT, () => {});
    expect(shown).toEqual([{ title: 'Delivered', options: { body: TEXT.body, tag: 'one' } }]);
  });

  it('never shows on a visible page, unrequested, or after the transfer ended', async () => {
    FakeNotification.permission = 'granted';
    notify('one', TEXT, () => {});
    await wantNotices(true);
    page.hidden = false;
    notify('one', TEXT, () => {});
    page.hidden = true;
    await wantNotices(false);
    notify('one', TEXT, () => {});
    expect(shown).toEqual([]);
  });

  it('is off if the browser denies it, and not offered where it cannot show', async () => {
    answer = 'denied';
    await wantNotices(true);
    expect(wantsNotices()).toBe(false);
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (Linux; Android 15)' });
    expect(canNotify()).toBe(false);
  });
});
