import { encode } from '@jridgewell/sourcemap-codec';
import { expect, test } from 'vitest';
import { partOf, sourceBytes } from './sourceBytes.ts';

test('counts the bytes of each source, and every byte once', () => {
  const code = 'let a="é";b()\nc';
  const mappings = encode([
    [
      [4, 0, 0, 0],
      [10, 1, 0, 0],
      [13, 0, 3, 0],
    ],
    [[0, 1, 1, 0]],
  ]);
  const bytes = sourceBytes(code, { sources: ['one.ts', 'two.ts'], mappings });
  expect([...bytes]).toEqual([
    ['', 4],
    ['one.ts', 7],
    ['two.ts', 4],
  ]);
});

test.each([
  ['../../node_modules/react-dom/client.js', 'react-dom'],
  ['../../node_modules/@tanstack/query-core/build/query.js', '@tanstack/query-core'],
  ['../../node_modules/a/node_modules/@b/c/index.js', '@b/c'],
  ['../../src/form/BridgeForm.tsx', 'src/form'],
  ['../../shared/wire/pairs.ts', 'shared'],
  ['../../src/main.tsx', 'the bundler'],
  ['', 'the bundler'],
])('%s belongs to %s', (source, part) => {
  expect(partOf(source)).toBe(part);
});
