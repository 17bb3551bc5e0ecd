import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isFiring } from './alertCase.ts';
import { ALERT_CASES, selectCases } from './alertCases.ts';
import { findMissingCommands } from './runbookEntry.ts';
import { shortenTimes } from './startPrometheus.ts';

const read = (name: string) => readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), 'utf8');
const runbook = read('runbook.md');
const rules = read('operations/rules.yml');
const trials = ALERT_CASES.flatMap((one) => one.trials);

test.each(trials)('the entry of $alert has every command of its trial', (one) => {
  expect(one.commands).not.toEqual([]);
  expect(findMissingCommands(runbook, one)).toEqual([]);
});

test('every alert is tried', () => {
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  expect(new Set(trials.map(({ alert }) => alert))).toEqual(new Set(alerts));
});

test('an alert counts only with the labels of its fault', () => {
  const firing = [{ alertname: 'CausewayNotReady', check: 'signer', instance: 'a' }];
  expect(isFiring(firing, { alert: 'CausewayNotReady', labels: { check: 'signer' } })).toBe(true);
  expect(isFiring(firing, { alert: 'CausewayNotReady', labels: { check: 'clock' } })).toBe(false);
  expect(isFiring(firing, { alert: 'CausewayDown' })).toBe(false);
});

test("reports another entry's command as missing", () => {
  const [one] = trials;
  if (!one) throw new Error('no trial');
  const commands = [{ text: 'causeway treasury', shows: /./ }];
  expect(findMissingCommands(runbook, { ...one, commands, after: commands })).toHaveLength(2);
});

test('selects cases by their alerts, and refuses an unknown alert', () => {
  const [one] = selectCases(['CausewayPaused']);
  expect(one?.trials.map(({ alert }) => alert)).toContain('CausewayPaused');
  expect(() => selectCases(['CausewayPause'])).toThrow('no case raises CausewayPause');
});

test('with short times, alerts fire at once and no rate needs more than a minute', () => {
  const short = shortenTimes(rules);
  expect(short.match(/^ *for: .*$/gm)?.every((line) => line.trim() === 'for: 0s')).toBe(true);
  expect(short).not.toMatch(/> (?:120|900|1800|7200)\b/);
  expect(new Set(short.match(/\[\w+(?::\w+)?\]/g))).toEqual(new Set(['[1m]', '[1m:1s]']));
});
