import type { Page } from '@playwright/test';
import { inWindow } from './phone.ts';

/** The smallest phone that the app supports. */
const NARROW = { width: 320, height: 640 };

/**
 * Finds elements that stick out of the window, amounts with a hidden end and broken words, in the test's window. On a touch
 * device it also checks a window of 320 px, and finds targets that a finger misses.
 */
export async function findLayoutProblems(page: Page): Promise<readonly string[]> {
  const problems = await page.evaluate(measureLayout);
  const isTouch = await page.evaluate(() => window.matchMedia('(pointer: coarse)').matches);
  if (!isTouch) return problems;
  const missed = await page.evaluate(measureTargets);
  const narrow = await inWindow(page, NARROW, () => page.evaluate(measureLayout));
  return [...problems, ...missed, ...narrow.map((line) => `at ${NARROW.width} px: ${line}`)];
}

/** Runs in the page. */
async function measureLayout(): Promise<readonly string[]> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const name = (element: Element) => `${element.tagName} "${(element.textContent ?? '').trim().slice(0, 40)}"`;
  const root = document.querySelector('dialog[open]') ?? document.body;
  const width = document.documentElement.clientWidth;
  // A row of buttons that scrolls sideways can show all of them.
  const isScrolled = (element: Element) => {
    const row = element.parentElement?.closest('fieldset');
    return row ? getComputedStyle(row).overflowX === 'auto' : false;
  };
  const wide = [...root.querySelectorAll('*')].filter((element) => {
    if (element.closest('[aria-hidden="true"], .visuallyHidden') || !element.checkVisibility()) return false;
    if (isScrolled(element)) return false;
    const { left, right, width: own } = element.getBoundingClientRect();
    return own > 1 && (left < -0.5 || right > width + 0.5);
  });
  const broken: string[] = [];
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (!node.parentElement?.checkVisibility() || node.parentElement.closest('.visuallyHidden')) continue;
    // Addresses and hashes cannot break elsewhere.
    for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(/(?<!\S)(?!0x)\S{2,24}(?!\S)/gu)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word);
    }
  }
  const cut = [...root.querySelectorAll('*')].filter((element) => {
    const hides = getComputedStyle(element).textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth;
    return hides && element.checkVisibility() && /\d[.,]\d/.test(element.textContent ?? '');
  });
  return [
    ...(document.documentElement.scrollWidth > width ? [`the page is wider than ${width} px`] : []),
    // Only a dialog's content scrolls. Its title and buttons stay in place.
    ...(root instanceof HTMLDialogElement && root.scrollHeight > root.clientHeight ? ['the dialog scrolls'] : []),
    ...wide.map((element) => `${name(element)} sticks out`),
    ...cut.map((element) => `${name(element)} hides digits`),
    ...broken.map((word) => `"${word}" breaks`),
  ];
}

/** Runs in the page. A target is large enough if a finger hits it 21 px from its centre on every side. */
async function measureTargets(): Promise<readonly string[]> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const reach = 21;
  const root = document.querySelector('dialog[open]') ?? document.body;
  const targets = [...root.querySelectorAll<HTMLElement>('a[href], button, input, select, summary')];
  return targets.flatMap((target) => {
    const isInline = target.tagName === 'A' && getComputedStyle(target).display === 'inline';
    const isClipped = getComputedStyle(target).clipPath !== 'none';
    if (isInline || isClipped || target.matches(':disabled') || !target.checkVisibility()) return [];
    target.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = target.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const label = target.closest('label');
    const hitAt = ([dx, dy]: readonly [number, number]) => document.elementFromPoint(x + dx, y + dy);
    const isHit = (side: readonly [number, number]) => {
      const hit = hitAt(side);
      return hit !== null && (target.contains(hit) || (label?.contains(hit) ?? false));
    };
    const sides = [
      [-reach, 0],
      [reach, 0],
      [0, -reach],
      [0, reach],
    ] as const;
    const missed = label ? sides.slice(2).filter((side) => !isHit(side)) : sides.filter((side) => !isHit(side));
    const name = target.getAttribute('aria-label') ?? target.textContent?.trim().slice(0, 40);
    const box = `${Math.round(width)} x ${Math.round(height)}`;
    const other = missed[0] && hitAt(missed[0]);
    const hit = other ? `${other.tagName}.${other.className}` : 'nothing';
    return missed.length > 0
      ? [`${target.tagName} "${name}" of ${box} px misses a finger at ${missed.join(' and ')}: ${hit}`]
      : [];
  });
}
