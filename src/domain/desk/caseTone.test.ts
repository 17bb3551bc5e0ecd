import { expect, it } from 'vitest';
import { delivered, everyVerdict } from '../../../lab/web/deskVerdicts.ts';
import { toneOfCase } from './caseTone.ts';

it('gives several deposits the tone of the one that needs the most attention', () => {
  expect(toneOfCase({ kind: 'payoutPasted', fates: [delivered] })).toBe('good');
  expect(toneOfCase(everyVerdict.severalDeposits)).toBe('warning');
  expect(toneOfCase({ kind: 'severalDeposits', fates: [everyVerdict.wrongContract, delivered] })).toBe('danger');
});
