import { expect, test } from 'vitest';
import { describeAlerts } from './describeAlerts.ts';

const result = { all: ['Down', 'Paused', 'Late'], reasons: { Late: 'A day has no substitute.' } };
const tried = (alert: string) => ({
  ...{ alert, cause: 'a fault', commands: ['show | grep x'], firedSeconds: 3, endedSeconds: 4 },
});

test('lists what was tried, and says why an alert was not', () => {
  const text = describeAlerts({ ...result, tried: [tried('Down')] });
  expect(text).toContain('1 of 3 alerts.');
  expect(text).toContain('| [Down](#down) | a fault | `show \\| grep x` | 3 s | 4 s |');
  expect(text).toContain('Not tried: Paused. The trial failed.');
  expect(text).toContain('Not tried: Late. A day has no substitute.');
});
