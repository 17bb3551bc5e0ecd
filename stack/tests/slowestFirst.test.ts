import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rankOf, SLOWEST } from './slowestFirst.ts';

test.each(SLOWEST)('%s exists', (file) => {
  expect(existsSync(new URL(`../../${file}`, import.meta.url))).toBe(true);
});

test('runs the slowest file first and the pure ones last', () => {
  const [slowest = '', second = ''] = SLOWEST;
  const files = [
    { file: 'shared/amount.test.ts', project: 'pure' },
    { file: 'service/service.test.ts', project: 'programs' },
    { file: second, project: 'programs' },
    { file: slowest, project: 'programs' },
  ];
  const sorted = [...files].sort((a, b) => rankOf(a.file, a.project) - rankOf(b.file, b.project));
  expect(sorted).toEqual([...files].reverse());
});
