import { afterAll, beforeAll, expect } from 'vitest';
import { test } from '../../tools/lab/fixtures.ts';
import type { LabInstallation } from '../../tools/lab/installation/installationFile.ts';
import { AUTHOR } from '../../tools/lab/installation/testOperator.ts';
import { createFastClock } from '../../tools/lab/installation/testService.ts';
import { waitUntil } from '../../tools/lab/processes/waitUntil.ts';
import type { TestScreening } from '../../tools/lab/service/screeningService.ts';
import { answerJson, matching, startScreening } from '../../tools/lab/service/screeningService.ts';

const STRANGER = '0x52908400098527886E0F7030069857D2E4169EE7';
const HELD = /^The transfer is on hold, because the operator is reviewing it\. The bridge has the money, and/;

let screening: TestScreening;

beforeAll(async () => {
  screening = await startScreening();
});
test.beforeEach(({ installation }) => {
  installation.keepMining();
  screening.answerWith(matching());
});
afterAll(() => screening?.stop());

const withService = (file: LabInstallation) =>
  Object.assign(file, {
    guards: { ...file.guards, screening: { url: screening.url } },
    lab: { ...file.lab, screeningTimeoutMs: 500 },
  });

test('a recipient on the list is held without an accusation, until an operator orders the payment', async ({
  installation,
  operator: { folder, run },
}) => {
  const user = await installation.createUser();
  const list = await folder.write('screening.txt', `${STRANGER}\n`);
  await installation.start({
    change: (file) => Object.assign(file.guards, { screening: { list } }),
    clock: createFastClock(5),
  });
  const first = await installation.deposit({ user });
  await first.delivered();
  await folder.write('screening.txt', `${STRANGER}\n${user.address}\n`);
  const transfer = await installation.deposit({ user });
  const held = await transfer.untilReceipt(HELD);
  expect(held.status.details).toMatchObject({ step: 'held', reason: 'operator_review' });
  expect(await transfer.payouts()).toHaveLength(1);
  const id = await transfer.id();
  const shown = (await run('show', id)).lines.join('\n');
  expect(shown).toMatch(/Screening\n.*sender 0x\w{40}, by the list\n.*recipient 0x\w{40}, by the list/);

  await run('retry', id, ...AUTHOR);
  await transfer.delivered();
  expect(await transfer.payouts()).toHaveLength(2);
});

test.for([
  ['silent', () => {}],
  ['malformed', (_question: unknown, response: Parameters<typeof answerJson>[0]) => answerJson(response, { ok: true })],
] as const)(
  'while the screening service is %s the payment waits, and is made after its answer',
  async ([, answer], { installation }) => {
    screening.answerWith(answer);
    // Far longer than a payout waits for funds: silence refunds nothing.
    const change = (file: LabInstallation) => Object.assign(withService(file).lab, { maxWaitSeconds: 60 });
    await installation.start({ change, clock: createFastClock(200) });
    const transfer = await installation.deposit();
    const waiting = await transfer.untilReceipt(/the payment waits until the bridge has finished its usual check/);
    expect(waiting.status).toMatchObject({ code: 908, details: { reason: 'check_pending' } });
    const asked = screening.questions.length;
    await waitUntil(async () => screening.questions.length > asked + 2, { what: 'three more tries' });
    expect(await transfer.stored()).toMatchObject({ state: 'confirmed', waitsFor: 'screening' });
    expect(await transfer.payouts()).toEqual([]);

    screening.answerWith(matching());
    await transfer.delivered();
  },
);

test('the refund of a matched sender waits for an operator too', async ({ installation, operator: { run } }) => {
  const user = await installation.createUser();
  screening.answerWith(matching(user.address));
  await installation.start({ change: withService, clock: createFastClock(5) });
  // There is no such chain, so the service would refund by itself.
  const transfer = await installation.deposit({ user, destination: 99n });
  await transfer.untilReceipt(HELD);
  expect(await transfer.refunds()).toEqual([]);
  await run('refund', await transfer.id(), ...AUTHOR);
  await transfer.until('refunded');
  expect(await transfer.refunds()).toHaveLength(1);
});
