import { expect, it } from 'vitest';
import { divideBytes, ownerOf } from './describeScripts.ts';

it('divides the bytes of each script among packages and folders, by the length of their modules', () => {
  const lengths = new Map([
    [
      '/a.js',
      { '/x/node_modules/react-dom/cjs/client.js': 300, '/x/node_modules/react-dom/index.js': 100, '\0helper': 100 },
    ],
    ['/b.js', { '/x/node_modules/@tanstack/query-core/build/query.js': 10, '/x/node_modules/react-dom/index.js': 30 }],
    ['/unused.js', { '\0helper': 5 }],
  ]);
  expect(Object.fromEntries(divideBytes({ '/a.js': 1000, '/b.js': 400 }, lengths))).toEqual({
    'react-dom': 1100,
    'helpers of the build': 200,
    '@tanstack/query-core': 100,
  });
  expect(() => divideBytes({ '/lost.js': 1 }, lengths)).toThrow('no script /lost.js');
});

it('names the folder of our own modules', () => {
  const root = new URL('../../../../', import.meta.url).pathname;
  expect(
    ['src/form/model/form.ts', 'src/main.tsx', 'shared/wire/pairs.ts'].map((path) => ownerOf(root + path)),
  ).toEqual(['src/form', 'src', 'shared']);
});
