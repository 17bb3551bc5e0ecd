import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ALERT_CASES } from './alertCases.ts';
import { findMissingCommands } from './runAlerts.ts';
import { shortenTimes } from './startPrometheus.ts';

const read = (name: string) => readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');
const runbook = read('runbook.md');
const rules = ['prometheus-rules.yml', 'prometheus-config-rules.yml']
  .map((name) => read(`operations/${name}`))
  .join('');

test.each(ALERT_CASES)('the entry of $alert has the commands that are tried', (one) => {
  expect(rules).toContain(`- alert: ${one.alert}\n`);
  expect(findMissingCommands(runbook, one)).toEqual([]);
});

test('a command of another entry is missing', () => {
  const [one] = ALERT_CASES;
  if (!one) throw new Error('no case');
  const commands = [{ text: 'npm run operator -- halts', shows: /./ }];
  expect(findMissingCommands(runbook, { ...one, commands, after: commands })).toHaveLength(2);
});

test('with short times, an alert fires at once and nothing waits half an hour', () => {
  const short = shortenTimes(rules);
  expect(short.match(/^ *for: .*$/gm)?.every((line) => line.trim() === 'for: 0s')).toBe(true);
  expect(short).not.toMatch(/> (?:1800|3600|7200)\b/);
  expect(short).toContain('> 30');
});
