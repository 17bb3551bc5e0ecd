import { describeTasks, longTasks, recordLongTasks } from './support/longTasks.ts';
import { sendDeposits } from './support/sendDeposits.ts';
import { expect, test } from './support/test.ts';

const TOTAL = 1_000;
const DEPOSITS = 100;

// With the movement that most people see.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('measures a table of 1,000 hashes', async ({ page, stack }) => {
  test.setTimeout(600_000);
  const account = await stack.createAccount({ Northshore: { ETH: '100' } });
  const deposits = await sendDeposits(stack, account, DEPOSITS);
  const others = Array.from({ length: TOTAL - DEPOSITS }, (_, index) => `0x${`${index + 1}`.padStart(64, 'e')}`);
  // Mixed, as a list of support staff is.
  const hashes = others.flatMap((hash, index) => {
    const deposit = index % 9 === 0 ? deposits[index / 9] : undefined;
    return deposit ? [deposit, hash] : [hash];
  });
  const requests = new Map<string, number>();
  page.on('request', (request) => {
    if (request.method() !== 'POST') return;
    const url = request.url();
    const name = url.startsWith(stack.serviceUrl) ? `service ${url.split('/').at(-1)}` : 'RPC endpoints';
    requests.set(name, (requests.get(name) ?? 0) + 1);
  });
  await recordLongTasks(page);
  await page.goto('/receipts');
  await page.getByRole('textbox', { name: /Hashes, links/ }).fill(hashes.join('\n'));
  const before = (await longTasks(page)).length;
  const start = Date.now();
  await page.getByRole('button', { name: 'Look up' }).click();
  const done = page.getByText(`${TOTAL} of ${TOTAL} looked up`).first();
  // A person scrolls and filters meanwhile.
  while (!(await done.isVisible())) {
    await page.mouse.wheel(0, 1_500);
    await page.mouse.wheel(0, -700);
  }
  await page.getByRole('button', { name: 'Amount' }).click();
  await page.getByRole('button', { name: /^All/ }).click();
  const seconds = (Date.now() - start) / 1000;
  const long = (await longTasks(page)).slice(before);
  console.log(`${TOTAL} hashes, ${DEPOSITS} of them deposits: ${seconds.toFixed(1)} s`);
  console.log(describeTasks(long));
  for (const [name, count] of requests) console.log(`${name}: ${count} requests`);
  expect(long.every((duration) => duration > 0)).toBe(true);
});
