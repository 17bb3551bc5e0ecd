import type { CDPSession, Page } from '@playwright/test';
import { devices } from '@playwright/test';

type Size = { readonly width: number; readonly height: number };

const PHONE = devices['Pixel 7'];

// The browser resets a session's overrides when the session ends, so each page keeps its session.
const sessions = new WeakMap<Page, Promise<CDPSession>>();
const phones = new WeakSet<Page>();

/** Runs work while an open desktop page has a phone's window and touch screen. */
export async function onPhone(page: Page, work: () => Promise<void>): Promise<void> {
  const size = sizeOf(page);
  const session = await sessionOf(page);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  phones.add(page);
  await resize(page, PHONE.viewport);
  try {
    await work();
  } finally {
    phones.delete(page);
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: false });
    await session.send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 1, mobile: false });
  }
}

/** Runs work in a window of another size. */
export async function inWindow<T>(page: Page, size: Size, work: () => Promise<T>): Promise<T> {
  const before = phones.has(page) ? PHONE.viewport : sizeOf(page);
  await resize(page, size);
  const result = await work();
  await resize(page, before);
  return result;
}

async function resize(page: Page, size: Size): Promise<void> {
  if (!phones.has(page)) return page.setViewportSize(size);
  const session = await sessionOf(page);
  const { deviceScaleFactor } = PHONE;
  await session.send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor, mobile: true });
}

function sessionOf(page: Page): Promise<CDPSession> {
  const found = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, found);
  return found;
}

function sizeOf(page: Page): Size {
  const size = page.viewportSize();
  if (!size) throw new Error('The page has no viewport.');
  return size;
}
