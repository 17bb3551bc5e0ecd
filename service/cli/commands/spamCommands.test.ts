import type { Hash } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { waitUntil } from '../../../lab/processes/waitUntil.ts';
import type { OperatorHarness } from '../../../lab/service/operatorHarness.ts';
import { createOperatorHarness } from '../../../lab/service/operatorHarness.ts';
import { createFastClock } from '../../../lab/service/testService.ts';

// The limits leave room for other work on the same machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const AMOUNT = 50_000_000n;
const AUTHOR = ['--why', 'a test', '--who', 'alice'];

let operator: OperatorHarness;

beforeAll(async () => {
  operator = await createOperatorHarness(47_600);
});
beforeEach(() => operator.harness.reset());
afterAll(() => operator?.stop());

/** The state of the transfer of a deposit; null when it is not stored. */
async function stateOf(hash: Hash): Promise<string | null> {
  const [row] = await operator.harness
    .database()
    .query<{ state: string }>('select state from transfers join deposits using (id) where tx_hash = $1', [hash]);
  return row?.state ?? null;
}

test('spam closes what is held of a token and drops its further deposits, and no others', async () => {
  const { harness, run } = operator;
  const { bridge } = harness;
  harness.keepMining();
  const service = await harness.start({ clock: createFastClock(5) });
  const user = await harness.createUser();
  const deposit = (token: 'FAKE' | 'USDC') => bridge.deposit(user, { token, amount: AMOUNT });
  const held = [await deposit('FAKE'), await deposit('FAKE')];
  for (const hash of held) await waitUntil(async () => (await stateOf(hash)) === 'held', { what: 'a held transfer' });
  const fake = bridge.origin.token('FAKE');
  await expect(run('spam', 'Northshore', bridge.origin.token('USDC'), ...AUTHOR)).rejects.toThrow(
    'owed to their senders',
  );
  await expect(run('spam', 'Northshore', 'FAKE', ...AUTHOR)).rejects.toThrow('must be an address');
  expect((await run('spam', 'Northshore', fake, ...AUTHOR)).lines).toEqual([
    `Deposits of ${fake} on Northshore are dropped from now on.`,
    '2 held transfers are closed.',
  ]);
  for (const hash of held) expect(await stateOf(hash)).toBe('closed');
  expect((await service.receipt(held[0] ?? '')).status).toMatchObject({ code: 909, details: { step: 'closed' } });
  expect((await run('spams')).lines[1]).toMatch(new RegExp(`^Northshore  ${fake}  .* alice  a test$`));

  const dropped = await deposit('FAKE');
  const honest = await deposit('USDC');
  await waitUntil(async () => (await stateOf(honest)) !== null, { what: 'the deposit after the dropped one' });
  expect(await stateOf(dropped)).toBeNull();
  expect((await service.receipt(dropped)).status.code).toBe(907);
  expect((await run('spam', 'Northshore', fake, ...AUTHOR)).lines[0]).toContain('were dropped already');

  await run('unspam', 'Northshore', fake, ...AUTHOR);
  await expect(run('unspam', 'Northshore', fake, ...AUTHOR)).rejects.toThrow('are not dropped');
  const later = await deposit('FAKE');
  await waitUntil(async () => (await stateOf(later)) === 'held', { what: 'a later deposit' });
  expect((await run('spams')).lines).toEqual(['No deposits are dropped.']);
  const { json: actions } = await run('actions');
  expect(actions).toMatchObject([{ action: 'unspam' }, { action: 'spam' }, { action: 'spam' }]);
});
