import { expect, test } from 'vitest';
import type { Want } from './transferRecord.ts';
import { waitBegin } from './waitBegin.ts';

const [LONG_AGO, NOW] = [new Date(0), new Date(1_000_000)];

test.each<readonly [Want | null, Want | null, Date | null]>([
  ['screening', 'funds', NOW],
  ['screening', 'gas', NOW],
  ['funds', 'screening', NOW],
  ['gas', 'screening', NOW],
  ['screening', 'screening', LONG_AGO],
  ['funds', 'gas', LONG_AGO],
  ['gas', 'funds', LONG_AGO],
  ['funds', null, null],
])('a payment that waited for %s and waits for %s has the right beginning', (before, after, begin) => {
  expect(waitBegin({ waitsFor: before, waitingSince: LONG_AGO }, after, NOW)).toEqual(begin);
});

test('a payment that did not wait begins to wait at once', () => {
  expect(waitBegin({ waitsFor: null, waitingSince: null }, 'funds', NOW)).toEqual(NOW);
});
