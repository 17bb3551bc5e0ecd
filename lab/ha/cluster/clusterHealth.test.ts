import { expect, test } from 'vitest';
import { findLeader, isHealthy } from './clusterHealth.ts';

const leader = { name: 'node1', role: 'leader', state: 'running', timeline: 3 };
const sync = { name: 'node2', role: 'sync_standby', state: 'running', timeline: 3, lag: 0 };
const replica = { name: 'node3', role: 'replica', state: 'running', timeline: 3, lag: 0 };

test('a primary with two standbys, one of them synchronous, is healthy', () => {
  expect(isHealthy([leader, sync, replica], 3)).toBe(true);
  expect(findLeader([sync, leader])).toBe('node1');
});

test.each([
  ['no primary runs', [{ ...leader, state: 'starting' }, sync, replica]],
  ['no standby is synchronous', [leader, { ...sync, role: 'replica' }, replica]],
  ['a standby is missing', [leader, sync]],
  ['a standby starts', [leader, sync, { ...replica, state: 'starting' }]],
  ['a standby is on another timeline', [leader, sync, { ...replica, timeline: 2 }]],
  ['the lag of a standby is unknown', [leader, sync, { ...replica, lag: 'unknown' }]],
  ['a standby is far behind', [leader, sync, { ...replica, lag: 2_000_000 }]],
])('it is not healthy while %s', (_, members) => {
  expect(isHealthy(members, 3)).toBe(false);
});
