import type { Browser, Page } from '@playwright/test';
import { devices } from '@playwright/test';
import type { TestWallet } from '../../../../e2e/support/testWallet.ts';
import { openSlowPage, SETTLE_MS } from './visitPage.ts';

/** How long a person with a slow phone waits, in milliseconds. */
export type PhoneWaits = {
  /** From the first tap on the token selector until its list is painted. */
  readonly tokens: number;
  /** From the tap on the review button, as soon as it is enabled, until the review is painted. */
  readonly review: number;
};

type Visit = { readonly url: string; readonly wallet: TestWallet };

const TIMES_SLOWER = 4;

/** Opens the token selector and a review on a phone with a slow processor and a slow network. */
export async function visitOnPhone(browser: Browser, { url, wallet }: Visit): Promise<PhoneWaits> {
  const { page, session, close } = await openSlowPage(browser, devices['Pixel 7']);
  try {
    await session.send('Emulation.setCPUThrottlingRate', { rate: TIMES_SLOWER });
    await wallet.install(page);
    await page.goto(`${url}?from=Northshore&to=Southshore&token=USDC`, { waitUntil: 'commit' });
    const selector = page.getByRole('button', { name: 'Token: USDC' });
    await selector.waitFor();
    // A person reads the form first.
    await page.waitForTimeout(SETTLE_MS);
    const tokens = await timeTap(page, 'dialog[open] [role=option]', () => selector.tap());
    await page.getByRole('option', { name: 'USDC' }).first().tap();
    await page.getByRole('button', { name: 'Connect', exact: true }).tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Test Wallet' }).tap();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByLabel('Amount to send').fill('12');
    const button = page.getByRole('button', { name: 'Review transfer' });
    const review = await timeTap(page, 'dialog[open] ol', () => button.tap());
    return { tokens, review };
  } finally {
    await close();
  }
}

async function timeTap(page: Page, selector: string, tap: () => Promise<void>): Promise<number> {
  await page.evaluate(watchTap, selector);
  await tap();
  const result = await page.waitForFunction(() => (window as WithTap).tapWait);
  return Number(await result.jsonValue());
}

type WithTap = Window & { tapWait?: number };

/** Runs in the page. Measures from the next tap to the frame that shows the selector. */
function watchTap(selector: string): void {
  const timed: WithTap = window;
  delete timed.tapWait;
  const onTap = ({ timeStamp }: Event) => {
    const look = () => {
      if (!document.querySelector(selector)?.checkVisibility()) return void requestAnimationFrame(look);
      // The message arrives after the frame is painted.
      const painted = new MessageChannel();
      painted.port1.onmessage = () => {
        timed.tapWait = performance.now() - timeStamp;
      };
      painted.port2.postMessage(null);
    };
    requestAnimationFrame(look);
  };
  window.addEventListener('pointerdown', onTap, { capture: true, once: true });
}
