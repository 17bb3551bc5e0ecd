import { expect, it } from 'vitest';
import { delivered, everyVerdict } from '../../../lab/web/deskVerdicts.ts';
import { isSettled, toneOfCase } from './caseTone.ts';

it('gives several deposits the tone of the one that needs the most attention', () => {
  expect(toneOfCase({ kind: 'payoutPasted', fates: [delivered] })).toBe('good');
  expect(toneOfCase(everyVerdict.severalDeposits)).toBe('warning');
  expect(toneOfCase({ kind: 'severalDeposits', fates: [everyVerdict.wrongContract, delivered] })).toBe('danger');
});

it('settles a case only when nothing more can happen to any of its deposits', () => {
  expect(isSettled(delivered)).toBe(true);
  expect(isSettled({ kind: 'severalDeposits', fates: [delivered, everyVerdict.held] })).toBe(false);
  expect(isSettled({ kind: 'safeHash', transaction: null, fates: [] })).toBe(false);
  expect(Object.values(everyVerdict).filter(isSettled)).not.toContain(everyVerdict.notFound);
});
