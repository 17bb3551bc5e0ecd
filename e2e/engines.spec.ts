import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { waitUntil } from '../tools/lab/processes/waitUntil.ts';
import { firefox } from './support/engines/firefox.ts';
import type { Person } from './support/engines/person.ts';
import { createPerson, ENTER } from './support/engines/person.ts';
import { watchSite } from './support/engines/watchedSite.ts';
import { webkit } from './support/engines/webkit.ts';
import { isPaid, statusOf } from './support/receiptStatus.ts';
import { sendDeposits } from './support/sendDeposits.ts';
import { expect, test } from './support/test.ts';
import type { TestStack } from './support/testStack.ts';

for (const engine of [firefox, webkit]) {
  test(`${engine.name}: a transfer is delivered, and the desk judges three hashes`, async ({ stack }, testInfo) => {
    const isMissing = !engine.isInstalled();
    const advice = `${engine.name} is not installed: apt-get install ${engine.packages}`;
    // The list reporter doesn't show why a test is skipped.
    if (isMissing) console.log(advice);
    test.skip(isMissing, advice);

    const folder = testInfo.outputPath(engine.name);
    mkdirSync(folder, { recursive: true });
    const site = await watchSite(stack.webUrl);
    const browser = await engine.start(folder).catch((error: unknown) => {
      site.close();
      throw error;
    });
    const person = createPerson(browser);
    try {
      await browser.open(`${site.url}/?from=Northshore&to=Southshore&token=ETH`);
      await transferAndLookUp(person, stack);
      await person.run(causeProblems);
      await expect
        .poll(() => [...site.problems].sort(), { message: 'only the problems of causeProblems' })
        .toEqual(['caused by the test', expect.stringMatching(/^security policy violation: img-src/)]);
    } catch (error) {
      console.log(`Problems of the page: ${site.problems.join('\n') || 'none'}`);
      // A browser that crashed gives no picture.
      const screen = await browser.screenshot().catch(() => null);
      if (screen) writeFileSync(testInfo.outputPath('screen.png'), screen);
      throw error;
    } finally {
      await browser.close();
      site.close();
      rmSync(folder, { recursive: true, maxRetries: 3 });
    }
  });
}

/** Runs in the page. Shows that problems reach the test, and that all earlier ones have. */
function causeProblems(): void {
  new Image().src = 'http://127.0.0.1:1/';
  console.error('caused by the test');
}

async function transferAndLookUp({ click, see, type, run }: Person, stack: TestStack): Promise<void> {
  // The code that follows presses loads when the page is idle.
  const isFollowed = async () => {
    await click({ selector: 'h1', name: 'Bridge tokens' });
    return run(() => document.documentElement.hasAttribute('data-pressed'));
  };
  await waitUntil(isFollowed, { what: 'a press that the page follows' });
  await click({ selector: 'button', name: 'Connect' });
  await click({ selector: 'dialog button', name: 'Local demo wallet' });
  // WebKit focuses no button on a press, and rings a button that gets the focus back after one.
  const focus = () =>
    run(() => {
      const { tagName } = document.activeElement ?? document.body;
      const { outlineStyle } = getComputedStyle(document.activeElement ?? document.body);
      return `${document.querySelector('dialog[open]') === null} ${tagName} ${outlineStyle}`;
    });
  await expect.poll(focus, { message: 'the focus on a button, without a ring' }).toBe('true BUTTON none');
  // Other tests use the demo wallet, too. A native token has no allowance that they could change.
  await click({ selector: 'input', name: 'Amount to send' });
  await type('1');
  await click({ selector: 'button', name: 'Review transfer' });
  await click({ selector: 'button', name: 'Confirm in wallet' });
  await see({ selector: 'h1', name: 'Delivered' });
  const titles = await run(() =>
    [...document.querySelectorAll('main [title]')].map((one) => one.getAttribute('title') ?? ''),
  );
  const deposit = titles.find((title) => /^0x[0-9a-f]{64}$/.test(title)) ?? '';

  const account = await stack.createAccount({ Northshore: { ETH: '1' } });
  const others = await sendDeposits(stack, account, 2);
  // The desk looks a transfer up once.
  await Promise.all(others.map((hash) => statusOf(stack, hash, isPaid)));
  await click({ selector: 'a', name: 'Receipts' });
  await click({ selector: 'textarea', name: 'Hashes, links, addresses or a whole message' });
  await type(`${[deposit, ...others].join(' ')}${ENTER}`);
  const verdicts = () => run(() => [...document.querySelectorAll('td a')].map((verdict) => verdict.textContent));
  await waitUntil(async () => `${await verdicts()}` === 'Delivered,Delivered,Delivered', {
    what: 'three delivered rows',
  });
}
