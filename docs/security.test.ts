import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MAX_BATCH, PER_DEPOSITOR } from '../service/payments/sign.ts';
import { MAX_IN_FLIGHT } from '../service/payments/signSend.ts';

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

test('the limits of payments in the pages are those of the code', () => {
  const read = (page: string) => readFileSync(new URL(page, PAGE), 'utf8').replaceAll(/\s+/g, ' ');
  expect(PER_DEPOSITOR).toEqual({ transfers: MAX_BATCH, sends: MAX_IN_FLIGHT / 2 });
  expect(read('security.md')).toContain(
    `one gets at most ${MAX_BATCH} payments in a turn and half of the ${MAX_IN_FLIGHT} open nonces`,
  );
  expect(read('architecture.md')).toContain(`Up to ${MAX_BATCH} payments that are due together share one transaction`);
  expect(read('architecture.md')).toContain(`At most ${MAX_IN_FLIGHT} nonces of a hot wallet are open at a time`);
});
