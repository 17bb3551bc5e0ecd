import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createInlineHashes, inlineHashes } from './securityHeaders.ts';

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('allows each script and style inside the page, and no linked one', () => {
  const page =
    '<head><script>one()</script><style>a{}\n</style><script type="module" src="/assets/app.js"></script></head>' +
    '<body><script>two("<p>")</script></body>';
  expect(inlineHashes(page)).toEqual({
    scripts: [sha256('one()'), sha256('two("<p>")')],
    styles: [sha256('a{}\n')],
  });
});

test('reads the page again after a newer build has written it', () => {
  const webDir = mkdtempSync(join(tmpdir(), 'causeway-page-'));
  const page = join(webDir, 'index.html');
  try {
    const hashes = createInlineHashes(webDir);
    for (const [minute, code] of ['one()', 'two()'].entries()) {
      writeFileSync(page, `<script>${code}</script>`);
      utimesSync(page, minute * 60, minute * 60);
      expect(hashes().scripts).toEqual([sha256(code)]);
      expect(hashes()).toBe(hashes());
    }
  } finally {
    rmSync(webDir, { recursive: true });
  }
});
