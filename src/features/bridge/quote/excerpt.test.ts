import { describe, expect, it } from 'vitest';
import { excerptsOf } from './excerpt.ts';

describe('an excerpt of two values', () => {
  it('is all of them where they are short', () => {
    expect(excerptsOf('Northshore', 'Northshorе')).toEqual([
      { same: 'Northshor', differs: 'e' },
      { same: 'Northshor', differs: 'е' },
    ]);
  });

  it('shows long ones around the first place where they differ, however late it is', () => {
    const same = '0'.repeat(400);
    const [expected, actual] = excerptsOf(`${same}abc${same}`, `${same}def${same}`);
    expect(expected).toEqual({ same: `…${'0'.repeat(12)}`, differs: `abc${'0'.repeat(49)}…` });
    expect(actual.differs.slice(0, 3)).toBe('def');
  });

  it('shows the end of one that is longer, and nothing where the other has nothing', () => {
    const [expected, actual] = excerptsOf('a'.repeat(100), `${'a'.repeat(100)}00`);
    expect(expected).toEqual({ same: `…${'a'.repeat(12)}`, differs: '' });
    expect(actual).toEqual({ same: `…${'a'.repeat(12)}`, differs: '00' });
  });

  it('begins at the beginning where nothing is the same', () => {
    const [expected] = excerptsOf('x'.repeat(200), '');
    expect(expected).toEqual({ same: '', differs: `${'x'.repeat(64)}…` });
  });
});
