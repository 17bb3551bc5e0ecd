import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { inlineHashes } from './inlineHashes.ts';

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('allows each script and style that stands inside the page, and no linked one', () => {
  const page =
    '<head><script>one()</script><style>a{}\n</style><script type="module" src="/assets/app.js"></script></head>' +
    '<body><script>two("<p>")</script></body>';
  expect(inlineHashes(page)).toEqual({
    scripts: [sha256('one()'), sha256('two("<p>")')],
    styles: [sha256('a{}\n')],
  });
});
