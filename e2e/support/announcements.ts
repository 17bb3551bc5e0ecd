import type { Page } from '@playwright/test';
import { expect } from './test.ts';

type Recorder = { readonly announcements: string[] };

/**
 * Records what a talkative screen reader says about live regions, on every page loaded from now on: one reading for each
 * changed text, so a repeat counts. An atomic region is read as a whole, and so is an alert that appears with its text.
 */
export async function recordAnnouncements(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const announcements: string[] = [];
    Object.assign(window, { announcements });
    // A status and an alert are live and atomic without any attribute.
    const regions = '[aria-live]:not([aria-live="off"]), [role="status"], [role="alert"], [role="log"], output';
    const atomic = '[aria-atomic="true"], [role="status"], [role="alert"], output';
    const say = (node: Node) => {
      const element = node instanceof Element ? node : node.parentElement;
      const region = element?.closest(regions);
      if (!region?.checkVisibility() || region.closest('[aria-hidden="true"], [inert]')) return;
      const text = (region.matches(atomic) ? region.textContent : node.textContent) ?? '';
      if (text.trim() !== '') announcements.push(text);
    };
    // A region that appears with its text is silent, but for an alert.
    const sayAdded = (node: Node) => {
      if (!(node instanceof Element)) return say(node);
      if (!node.matches(regions)) say(node);
      for (const alert of node.matches('[role="alert"]') ? [node] : node.querySelectorAll('[role="alert"]')) say(alert);
    };
    new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records) {
        if (type === 'characterData') say(target);
        for (const node of addedNodes) sayAdded(node);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

export function announcementsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => (window as unknown as Recorder).announcements);
}

/** A separator between the digits of one number, which speech turns into two numbers. */
const GROUP_SIGN = /\d[\s\u00a0\u2009\u202f]\d{3}(?!\d)/;

/** Requires that each reading was said once, and each amount is one number in it. */
export function expectCalm(said: readonly string[]): void {
  expect(said.filter((text, index) => said.indexOf(text) !== index)).toEqual([]);
  expect(said.filter((text) => GROUP_SIGN.test(text))).toEqual([]);
}
