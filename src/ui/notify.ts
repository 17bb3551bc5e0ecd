import * as v from 'valibot';
import { createStored } from '../lib/createStored.ts';

const isWished = createStored(() => window.localStorage, {
  key: 'causeway.notify',
  schema: v.boolean(),
  empty: false,
});

/** Android's browsers show notifications only for installed apps, and their constructor throws. */
export const canNotify = () => 'Notification' in window && !/Android/i.test(navigator.userAgent);

export const wantsNotices = (): boolean => canNotify() && Notification.permission === 'granted' && isWished.get();

export const isBlocked = (): boolean => canNotify() && Notification.permission === 'denied';

/** Asks for the permission. Browsers refuse to ask without a click. */
export async function wantNotices(isWanted: boolean): Promise<void> {
  if (isWanted) await Notification.requestPermission();
  isWished.choose(isWanted);
}

type Text = { readonly title: string; readonly body: string };

/** Shows a notification while this page is hidden. The tag keeps several tabs from showing the same one twice. */
export function notify(tag: string, { title, body }: Text, onOpen: () => void): void {
  if (!document.hidden || !wantsNotices()) return;
  try {
    const shown = new Notification(title, { body, tag });
    shown.onclick = () => {
      window.focus();
      onOpen();
      shown.close();
    };
  } catch {
    // The browser shows notifications only for installed apps. The page shows the message anyway.
  }
}
