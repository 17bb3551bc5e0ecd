import { expect, test } from 'vitest';
import { describeAlerts } from './describeAlerts.ts';

const result = { all: ['Down', 'Paused', 'Late'], reasons: { Late: 'A day has no substitute.' } };
const tried = (alert: string) => ({
  ...{ alert, cause: 'a fault', commands: ['show | grep x'], firedSeconds: 3, endedSeconds: 4 },
});

test('lists what was tried, and says why an alert was not', () => {
  const text = describeAlerts({ ...result, commit: 'a1', tried: [tried('Down')], before: '' });
  expect(text).toContain('1 of 3 alerts.');
  expect(text).toContain('| [Down](#down) | a fault | `show \\| grep x` | 3 s | 4 s | `a1` |');
  expect(text).toContain('Not tried: Paused. The trial failed.');
  expect(text).toContain('Not tried: Late. A day has no substitute.');
});

test('keeps the rows of alerts that were not tried again, in the order of the rules', () => {
  const before = describeAlerts({ ...result, commit: 'a1', tried: [tried('Paused'), tried('Late')], before: '' });
  const text = describeAlerts({ ...result, commit: 'b2', tried: [tried('Down'), tried('Late')], before });
  expect(text).not.toContain('Not tried');
  expect([...text.matchAll(/\| \[(\w+)\].*`(\w\d)` \|$/gm)].map(([, alert, commit]) => `${alert} ${commit}`)).toEqual([
    'Down b2',
    'Paused a1',
    'Late b2',
  ]);
});
