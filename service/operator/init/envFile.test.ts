import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parseEnvFile, writeEnvFile } from './installationFolder.ts';

const dir = mkdtempSync(join(tmpdir(), 'causeway-env-'));
afterAll(() => rmSync(dir, { recursive: true }));

/** What a shell script gets that sources the file. */
function source(text: string, name: string): string {
  const file = join(dir, 'some.env');
  writeFileSync(file, text);
  return execFileSync('sh', ['-c', `set -aeu; . '${file}'; printenv ${name}`], { encoding: 'utf8' }).trimEnd();
}

const URLS = [
  'postgresql://causeway_worker:a-b_c@127.0.0.1:5432/causeway',
  'postgresql://u:p@db/causeway?sslmode=verify-full&sslrootcert=/etc/ssl/ca.pem',
  "postgresql://u:p@db/it's?options=$HOME`id`\\;#end",
];

describe('an environment file', () => {
  test.each(URLS)('gives a shell and doctor the same value: %s', (url) => {
    const text = writeEnvFile({ DATABASE_URL: url });
    const read = parseEnvFile(text).DATABASE_URL;
    expect(source(text, 'DATABASE_URL')).toBe(read);
    expect(decodeURIComponent(read ?? '')).toBe(url);
  });

  test('is one line of systemd: a name and one value in single quotes', () => {
    for (const url of URLS) expect(writeEnvFile({ DATABASE_URL: url })).toMatch(/^DATABASE_URL='[^'\\\n]*'\n$/);
  });

  test('can also be written by hand, with comments, without quotes or with double ones', () => {
    const text =
      '# the role of the worker\nLOG_LEVEL=debug\n\n  DATABASE_URL="postgresql://u:p@db/x?a=1&b=2"\n;other\n';
    expect(parseEnvFile(text)).toEqual({ LOG_LEVEL: 'debug', DATABASE_URL: 'postgresql://u:p@db/x?a=1&b=2' });
    expect(source(text.replace(';other\n', ''), 'DATABASE_URL')).toBe('postgresql://u:p@db/x?a=1&b=2');
  });

  test('without quotes is refused where a shell would cut the value off', () => {
    expect(() => parseEnvFile('DATABASE_URL=postgresql://u:p@db/x?a=1&b=2\n')).toThrow('single quotes');
  });
});
