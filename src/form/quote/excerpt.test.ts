import { describe, expect, it } from 'vitest';
import { excerptsOf } from './MismatchReport.tsx';

describe('excerptsOf', () => {
  it('shows an invisible difference by its code, and reads no megabytes', () => {
    expect(excerptsOf('USDC', 'USDC\u202e')).toEqual([
      { same: 'USDC', differs: '' },
      { same: 'USDC', differs: '\\u{202e}' },
    ]);
    const [, actual] = excerptsOf('0x12', `0x12${'ab'.repeat(2_000_000)}`);
    expect(actual.differs.length).toBeLessThan(100);
  });

  it('keeps short values whole', () => {
    expect(excerptsOf('Northshore', 'Northshorе')).toEqual([
      { same: 'Northshor', differs: 'e' },
      { same: 'Northshor', differs: 'е' },
    ]);
  });

  it('cuts no surrogate pair', () => {
    const [expected, actual] = excerptsOf('😀', '😁');
    expect([expected, actual]).toEqual([
      { same: '', differs: '😀' },
      { same: '', differs: '😁' },
    ]);
  });

  it('cuts long values around their first difference', () => {
    const same = '0'.repeat(400);
    const [expected, actual] = excerptsOf(`${same}abc${same}`, `${same}def${same}`);
    expect(expected).toEqual({ same: `…${'0'.repeat(12)}`, differs: `abc${'0'.repeat(49)}…` });
    expect(actual.differs.slice(0, 3)).toBe('def');
  });

  it("shows a longer value's extra text", () => {
    const [expected, actual] = excerptsOf('a'.repeat(100), `${'a'.repeat(100)}00`);
    expect(expected).toEqual({ same: `…${'a'.repeat(12)}`, differs: '' });
    expect(actual).toEqual({ same: `…${'a'.repeat(12)}`, differs: '00' });
  });

  it('starts at the first character if the values start differently', () => {
    const [expected] = excerptsOf('x'.repeat(200), '');
    expect(expected).toEqual({ same: '', differs: `${'x'.repeat(64)}…` });
  });
});
