import type { Json } from '../tools/lab/web/mutations.ts';
import { openForm, send, USDC } from './support/bridgePage.ts';
import type { Operation } from './support/hostileService.ts';
import { expect, test } from './support/testWithHostileService.ts';
import { expectDelivered } from './support/transferOutcome.ts';

// What this project's service adds to the specification. A service that implements only the specification sends none of this.
const ADDITIONS: Readonly<Record<Operation, readonly string[]>> = {
  get_all_pair_infos: ['available', 'usual_seconds', 'from_token_price', 'to_token_price'],
  get_build_tx: ['quote_valid_until', 'approve_reset_body', 'details'],
  get_receipt: [
    ...['details', 'deposit_time', 'delivery_time', 'sender', 'recipient', 'bridge_fee', 'gas_fee', 'deposits'],
  ],
};

function without(fields: readonly string[], value: unknown): Json {
  return JSON.parse(JSON.stringify(value, (key, inner: unknown) => (fields.includes(key) ? undefined : inner)));
}

test('a transfer is delivered through a service that implements only the specification', async ({
  page,
  wallet,
  hostile,
}) => {
  for (const [operation, fields] of Object.entries(ADDITIONS) as [Operation, readonly string[]][]) {
    hostile.replaceAnswers(operation, ({ honest }) => ({ kind: 'json', body: without(fields, honest) }));
  }
  await openForm(page, wallet, USDC);
  await expect(page.getByText('Usual time')).toHaveCount(0);
  await send(page, '100');
  await expectDelivered(page);
  expect(wallet.signRequests()).toHaveLength(2);
});
