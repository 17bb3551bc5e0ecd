import { expect, test } from 'vitest';
import { describeAlerts } from './describeAlerts.ts';

const trial = (alert: string, cause: string) => ({ alert, labels: { check: 'signer' }, cause, commands: [] });
const DOWN = trial('Down', 'a fault');

test('lists the tried faults, and names the failed ones', () => {
  const text = describeAlerts([{ ...DOWN, firedSeconds: 3, endedSeconds: 4 }], [DOWN, trial('Down', 'another fault')]);
  expect(text).toContain('1 of 2 faults.');
  expect(text).toContain('| a fault | [`Down{check="signer"}`](../docs/runbook.md#down) | 3 s | 4 s |');
  expect(text).toContain('Failed: Down{check="signer"}, another fault.');
});
