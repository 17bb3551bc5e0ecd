import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { percentile } from '../lab/report/percentile.ts';
import { toTable } from '../lab/report/toTable.ts';
import { serveFloor } from '../stack/bench/start/serveFloor.ts';
import { timeAnswer, timeKey } from './support/answerTimes.ts';
import { amountField } from './support/bridgePage.ts';
import { serveLongLists } from './support/longLists.ts';
import { longTasks, recordLongTasks } from './support/longTasks.ts';
import { expect, test } from './support/test.ts';

/** The file for the result. `npm run bench -- lists` sets it. */
const { CAUSEWAY_MEASURE: RESULT = '' } = process.env;
const SLOWDOWN = 4;
const ROUNDS = 9;
const LONG_TASK_MS = 50;
/** The answer of 13 MB is parsed at once. */
const START_TASK_MS = 200;
const ANSWER_GOAL_MS = 100;
/** A person holds a button about this long. The selector gets ready meanwhile. */
const PRESS_MS = 80;
const KEYS = 24;
const KEY_GOAL = 1.5;

// With the movement that most people see.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const tokenButton = (page: Page) => page.getByRole('button', { name: /^Token: / });
const searchField = (page: Page) => page.getByRole('dialog').getByRole('combobox');
const OPTION = 'dialog[open] [role=option]';

async function visit(page: Page): Promise<void> {
  await page.goto('/?from=Chain 0&to=Chain 1&token=TOKEN7');
  await expect(tokenButton(page)).toBeVisible();
}

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}

/** The long tasks of each step, at the full speed of this machine. */
async function measureTasks(page: Page): Promise<readonly (readonly string[])[]> {
  const rows: (readonly string[])[] = [];
  let before = 0;
  const add = async (what: string, goalMs = LONG_TASK_MS) => {
    // The page continues with work when it is idle.
    await page.waitForTimeout(2_000);
    const tasks = (await longTasks(page)).slice(before);
    before += tasks.length;
    const longest = Math.round(Math.max(0, ...tasks));
    const shown = tasks.length === 0 ? `under ${LONG_TASK_MS} ms` : `${longest} ms`;
    rows.push([what, shown, `${goalMs} ms`, longest <= goalMs ? 'yes' : 'no']);
  };
  await visit(page);
  await add('the start: reading 5,000 tokens and 20,000 pairs', START_TASK_MS);
  await amountField(page).pressSequentially('12.5');
  await add('typing an amount');
  await tokenButton(page).click();
  await expect(page.locator(OPTION).first()).toBeVisible();
  await add('opening the tokens');
  await searchField(page).pressSequentially('TOKEN99');
  await add('searching a token');
  await page.locator(OPTION).first().click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await add('choosing a token');
  await page.getByRole('button', { name: 'Swap direction' }).click();
  await add('swapping the direction');
  return rows;
}

function answerRow(what: string, times: readonly number[]): readonly string[] {
  const [median, least, most] = [percentile(times, 0.5), Math.min(...times), Math.max(...times)].map(Math.round);
  const isMet = (median ?? 0) <= ANSWER_GOAL_MS;
  return [what, `${median} ms (${least}–${most})`, `${ANSWER_GOAL_MS} ms`, isMet ? 'yes' : 'no'];
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
}

/** How long a key of the amount takes, in turns with the field of the least possible page. */
async function measureKeys(page: Page, floor: Page): Promise<readonly (readonly string[])[]> {
  const times = { floor: [] as number[], app: [] as number[] };
  const [floorField, field] = [floor.locator('input'), amountField(page)];
  await field.fill('');
  for (let count = 0; count < KEYS; count++) {
    const key = count % 4 === 3 ? 'Backspace' : '1';
    await floor.bringToFront();
    await floorField.focus();
    times.floor.push(await timeKey(floor, key));
    await page.bringToFront();
    await field.focus();
    times.app.push(await timeKey(page, key));
  }
  const [least, own] = [percentile(times.floor, 0.5), percentile(times.app, 0.5)];
  const show = (all: readonly number[], median: number) =>
    `${Math.round(median)} ms (${Math.round(Math.min(...all))}–${Math.round(Math.max(...all))})`;
  const ratio = own / least;
  return [
    [
      ...['a key in the amount', show(times.floor, least), show(times.app, own), ratio.toFixed(2)],
      ...[`${KEY_GOAL} × floor`, ratio <= KEY_GOAL ? 'yes' : 'no'],
    ],
  ];
}

/** How long the selector takes to answer a press, with a processor that is slowed down. */
async function measureAnswers(page: Page): Promise<readonly (readonly string[])[]> {
  const opening: number[] = [];
  const filtering: number[] = [];
  const open = () =>
    timeAnswer(page, { event: 'click', selector: OPTION, text: /TOKEN/ }, () =>
      tokenButton(page).click({ delay: PRESS_MS }),
    );
  const type = (key: string, first: RegExp) =>
    timeAnswer(page, { event: 'keydown', selector: OPTION, text: first }, () => searchField(page).press(key));
  // The first opening fetches the code of the selector.
  await open();
  await closeDialog(page);
  for (let round = 0; round < ROUNDS; round++) {
    opening.push(await open());
    await searchField(page).fill('TOKEN');
    await expect(page.locator(OPTION).first()).toContainText('TOKEN0');
    filtering.push(await type('9', /TOKEN9(?!\d)/), await type('8', /TOKEN98(?!\d)/));
    await closeDialog(page);
  }
  return [answerRow('opening the tokens', opening), answerRow('a key in the search', filtering)];
}

test('measures the form with 5,000 tokens and 20,000 pairs', async ({ page, stack }) => {
  test.setTimeout(900_000);
  await serveLongLists(page, stack);
  await recordLongTasks(page);
  const tasks = toTable([['longest task of', 'took', 'goal', 'met'], ...(await measureTasks(page))], 'text');
  await visit(page);
  const heads = [`until painted, ${SLOWDOWN} times slower`, 'median (range)', 'goal', 'met'];
  await slowDown(page);
  const answers = toTable([heads, ...(await measureAnswers(page))], 'text');
  const dir = mkdtempSync(join(tmpdir(), 'causeway-floor-'));
  const config = JSON.stringify(stack.readWebConfig());
  const floor = await serveFloor({ webDir: join(dir, 'files'), config });
  const least = await page.context().newPage();
  await least.goto(floor.url);
  await slowDown(least);
  const keyHeads = [`until painted, ${SLOWDOWN} times slower`, 'floor', 'Causeway', 'ratio', 'goal', 'met'];
  const keys = toTable([keyHeads, ...(await measureKeys(page, least))], 'text');
  floor.stop();
  rmSync(dir, { recursive: true });
  const all = [tasks, answers, keys].join('\n\n');
  writeFileSync(RESULT, all);
});
