import { expect, test } from 'vitest';
import { hasPassed, planFaults, shareTransfers } from './haResult.ts';

const outcome = {
  transfers: 20,
  seconds: 100,
  faults: [
    { fault: 'killed', formerPrimary: 'node1', newPrimary: 'node2', secondsWithoutPrimary: 21 },
    { fault: 'killed', formerPrimary: 'node2', newPrimary: 'node3', secondsWithoutPrimary: 25.5 },
    { fault: 'frozen', formerPrimary: 'node3', newPrimary: 'node1', secondsWithoutPrimary: 23 },
  ],
  writes: { attempts: 200, acknowledged: 150, lost: 0 },
  formerPrimaryWrites: { attempts: 60, acknowledged: 2, lost: 0 },
  audit: { deposits: 20, payouts: 19, refunds: 1, orphaned: 0, violations: [] },
  database: { total: 20, unfinished: 0, attempts: 20, sends: 20, incidents: {} },
  receipts: { asked: 18, final: 18 },
  completionSeconds: { p50: 3, p95: 30, max: 33.1 },
} as const;

test('a run passes when every deposit is paid once and nothing acknowledged is lost', () => {
  expect(hasPassed(outcome)).toBe(true);
});

test.each([
  ['a deposit is lost', { audit: { ...outcome.audit, violations: [{ kind: 'lost', id: '0x1', detail: '' }] } }],
  ['the auditor sees fewer deposits than were made', { audit: { ...outcome.audit, deposits: 19 } }],
  ['a transfer is unfinished', { database: { ...outcome.database, unfinished: 1 } }],
  ['a receipt is not final', { receipts: { asked: 18, final: 17 } }],
  ['an acknowledged row is lost', { writes: { ...outcome.writes, lost: 1 } }],
  ['no row was acknowledged', { writes: { ...outcome.writes, acknowledged: 0 } }],
  ['a former primary lost a row', { formerPrimaryWrites: { ...outcome.formerPrimaryWrites, lost: 1 } }],
  ['no fault happened', { faults: [] }],
  ['a fault did not move the primary', { faults: [{ ...outcome.faults[0], newPrimary: 'node1' }] }],
] as const)('a run fails when %s', (_, change) => {
  expect(hasPassed({ ...outcome, ...change })).toBe(false);
});

test('the faults come in turn, with all transfers shared among them', () => {
  expect(planFaults(4)).toEqual(['killed', 'frozen', 'partitioned', 'killed']);
  expect(shareTransfers(20, 3)).toEqual([6, 7, 7]);
});
