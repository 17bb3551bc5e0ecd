import type { Hash } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { LabInstallation } from '../../lab/installation/installationFile.ts';
import { waitUntil } from '../../lab/processes/waitUntil.ts';
import type { OperatorHarness } from '../../lab/service/operatorHarness.ts';
import { createOperatorHarness, waitForMessage } from '../../lab/service/operatorHarness.ts';
import type { TestScreening } from '../../lab/service/screeningService.ts';
import { answerJson, matching, startScreening } from '../../lab/service/screeningService.ts';
import { createFastClock } from '../../lab/service/testService.ts';

const AMOUNT = 50_000_000n;
const AUTHOR = ['--why', 'a test', '--who', 'alice'];
const STRANGER = '0x52908400098527886E0F7030069857D2E4169EE7';
const HELD = /^The transfer is on hold, because the operator is reviewing it\. The bridge has the money, and/;

let operator: OperatorHarness;
let screening: TestScreening;

beforeAll(async () => {
  [operator, screening] = await Promise.all([createOperatorHarness(46_800), startScreening()]);
});
beforeEach(async () => {
  await operator.harness.reset();
  operator.harness.keepMining();
  screening.answerWith(matching());
});
afterAll(async () => {
  await screening?.stop();
  await operator?.stop();
});

const withService = (file: LabInstallation) =>
  Object.assign(file, {
    guards: { ...file.guards, screening: { url: screening.url } },
    lab: { ...file.lab, screeningTimeoutMs: 500 },
  });

const stateOf = async (hash: Hash) => {
  const [row] = await operator.harness
    .database()
    .query<{ state: string; id: Hash }>(
      'select t.state, t.id from transfers t join deposits d using (id) where d.tx_hash = $1',
      [hash],
    );
  return row ?? null;
};

test('a recipient on the list is held without an accusation, until an operator orders the payment', async () => {
  const { harness, folder, run } = operator;
  const user = await harness.createUser();
  const list = await folder.write('screening.txt', `${STRANGER}\n`);
  const service = await harness.start({
    change: (file) => Object.assign(file.guards, { screening: { list } }),
    clock: createFastClock(5),
  });
  const first = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
  await service.waitForReceipt(first, 0);
  await folder.write('screening.txt', `${STRANGER}\n${user.address}\n`);
  const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
  const held = await waitForMessage(service, hash, HELD);
  expect(held.status.details).toMatchObject({ step: 'held', reason: 'operator_review' });
  expect(await harness.payments(harness.bridge.destination, user.address)).toHaveLength(1);
  const { id } = (await stateOf(hash)) ?? {};
  const shown = (await run('show', id ?? '')).lines.join('\n');
  expect(shown).toMatch(/Screening\n.*sender 0x\w{40}, by the list\n.*recipient 0x\w{40}, by the list/);

  await run('retry', id ?? '', ...AUTHOR);
  await service.waitForReceipt(hash, 0);
  expect(await harness.payments(harness.bridge.destination, user.address)).toHaveLength(2);
});

test.each([
  ['silent', () => {}],
  ['malformed', (_question: unknown, response: Parameters<typeof answerJson>[0]) => answerJson(response, { ok: true })],
])('while the screening service is %s the payment waits, and is made after its answer', async (_what, answer) => {
  const { harness } = operator;
  const user = await harness.createUser();
  screening.answerWith(answer);
  // Far longer than a payout waits for funds: the silence refunds nothing.
  const change = (file: LabInstallation) => Object.assign(withService(file).lab, { maxWaitSeconds: 60 });
  const service = await harness.start({ change, clock: createFastClock(200) });
  const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
  const waiting = await waitForMessage(
    service,
    hash,
    /the payment waits until the bridge has finished its usual check/,
  );
  expect(waiting.status).toMatchObject({ code: 908, details: { reason: 'check_pending' } });
  const asked = screening.questions.length;
  await waitUntil(async () => screening.questions.length > asked + 2, { what: 'three more tries' });
  expect(await stateOf(hash)).toMatchObject({ state: 'confirmed' });
  const waits = await harness.database().query("select 1 from transfers where waits_for = 'screening'");
  expect(waits).toHaveLength(1);
  expect(await harness.payments(harness.bridge.destination, user.address)).toEqual([]);

  screening.answerWith(matching());
  await service.waitForReceipt(hash, 0);
});

test('the refund of a matched sender waits for an operator too', async () => {
  const { harness, run } = operator;
  const user = await harness.createUser();
  screening.answerWith(matching(user.address));
  const service = await harness.start({ change: withService, clock: createFastClock(5) });
  // No such chain, so the service would refund by itself.
  const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT, destination: 99n });
  await waitForMessage(service, hash, HELD);
  const { id = '' } = (await stateOf(hash)) ?? {};
  expect(await harness.payments(harness.bridge.origin, user.address)).toEqual([]);
  await run('refund', id, ...AUTHOR);
  await waitUntil(async () => (await stateOf(hash))?.state === 'refunded', { what: 'the refund' });
  expect(await harness.payments(harness.bridge.origin, user.address)).toHaveLength(1);
});
