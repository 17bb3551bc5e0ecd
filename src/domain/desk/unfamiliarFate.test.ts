import { describe, expect, it } from 'vitest';
import type { Receipt } from '#client/receipt.ts';
import { AGREES, moment, nowhere, unpaid } from '../../../lab/web/deskEvidence.ts';
import { registry } from '../../../lab/web/fixtures.ts';
import type { DepositEvidence } from './evidence.ts';
import { toCase } from './toCase.ts';

const caseOf = (one: DepositEvidence, nowMs = moment.nowMs) =>
  toCase(registry, { ...nowhere, deposits: [one] }, { ...moment, nowMs });
/** A deposit for a chain without a configuration. */
const elsewhere: DepositEvidence = {
  ...unpaid,
  deposit: { ...unpaid.deposit, destination: 999n },
  payout: { chain: null, endpoints: [], kind: 'unproven', hash: null, isPaid: false, gap: { code: 'unknownToken' } },
};
const inProgress = (message: string): Receipt => ({
  ...{ kind: 'inProgress', report: { step: null, reason: null, message }, confirmations: null },
});

describe('a deposit that this app cannot follow', () => {
  it('is not in progress where the configuration lacks its route', () => {
    const found = {
      verdict: { kind: 'unknownRoute' },
      confidence: { kind: 'verified' },
      money: 'unknown',
      isOver: false,
    };
    expect(caseOf(elsewhere)).toMatchObject({ ...found, deposits: [{ journey: { destinationName: null } }] });
    expect(caseOf(elsewhere, moment.nowMs + 86_400_000)).toMatchObject(found);
  });

  it('is where the service reports it to be', () => {
    const held: Receipt = { ...inProgress(''), report: { step: 'held', reason: null, message: '' } } as Receipt;
    expect(caseOf({ ...elsewhere, receipt: held }).verdict.kind).toBe('held');
    expect(caseOf({ ...elsewhere, receipt: inProgress('') }).verdict.kind).toBe('inProgress');
    expect(caseOf({ ...elsewhere, receipt: 'silent' }).verdict.kind).toBe('serviceSilent');
  });

  it('is not in progress at a step that only a newer version knows', () => {
    const told = { ...inProgress('It rests.'), hasNewStep: true } as Receipt;
    expect(caseOf({ ...unpaid, receipt: told })).toMatchObject({
      verdict: { kind: 'unknownStep', cause: { message: 'It rests.' } },
      confidence: { kind: 'reported' },
    });
    expect(caseOf({ ...unpaid, receipt: inProgress('It rests.') }).verdict.kind).toBe('inProgress');
  });

  it('is refunded where its chain shows the refund', () => {
    const told = { ...inProgress('It rests.'), hasNewStep: true } as Receipt;
    const refund = { kind: 'proven', hash: unpaid.deposit.id, amount: 5n, paidAtMs: null, confirmations: 9 } as const;
    const refunded = { ...elsewhere, receipt: told, refund: { chain: unpaid.chain, endpoints: AGREES, ...refund } };
    expect(caseOf(refunded).verdict.kind).toBe('refunded');
  });
});
