import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const PAGE = new URL('./security.md', import.meta.url);
const ROOT = new URL('../', import.meta.url);

function readThreats(): readonly (readonly string[])[] {
  const [, section = ''] = readFileSync(PAGE, 'utf8').split('## Threat model\n');
  const rows = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(1).map((line) => line.split(' | '));
}

test('every row of the threat model names tests, and every named file exists', () => {
  const threats = readThreats();
  expect(threats.length).toBeGreaterThan(10);
  for (const [who, , , tests = ''] of threats) {
    const files = [...tests.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
    expect(files, who).not.toEqual([]);
    expect(
      files.filter((file) => !existsSync(new URL(file, ROOT))),
      who,
    ).toEqual([]);
  }
});
