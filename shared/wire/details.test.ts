import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import type { Details } from './details.ts';
import { detailsWire, encodeDetails, NO_DETAILS } from './details.ts';
import { encodeFailure, readEnvelope } from './envelope.ts';
import { REASON_CODES, STEPS } from './reasons.ts';

const count = fc.nat();
const amount = fc.record({ amount: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), decimals: fc.nat({ max: 24 }) });
const hash = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}` as const);
const sometimes = <T>(values: fc.Arbitrary<T>) => fc.option(values);
const anyDetails: fc.Arbitrary<Details> = fc.record({
  step: sometimes(fc.constantFrom(...STEPS)),
  confirmations: sometimes(count),
  confirmationsNeeded: sometimes(count),
  reason: sometimes(fc.constantFrom(...REASON_CODES)),
  refundHash: sometimes(hash),
  refund: sometimes(amount),
  min: sometimes(amount),
  max: sometimes(amount),
  maxGasDrop: sometimes(amount),
});

const readDetails = (details: unknown) => {
  const answer = readEnvelope(v.unknown(), { data: null, status: { code: 908, message: 'why', details } });
  return answer.ok ? null : answer;
};

describe('the details of a status', () => {
  test('are read as they were written', () => {
    fc.assert(
      fc.property(anyDetails, (details) => {
        const answer = JSON.parse(JSON.stringify(encodeFailure(908, 'why', details)));
        expect(readEnvelope(v.unknown(), answer)).toEqual({ ok: false, code: 908, message: 'why', details });
      }),
    );
  });

  test('are omitted when there is nothing to say', () => {
    expect(encodeDetails(NO_DETAILS)).toBeUndefined();
    expect(encodeFailure(906, 'no')).toEqual({ data: null, status: { code: 906, message: 'no' } });
    expect(encodeDetails({ ...NO_DETAILS, step: 'held' })).toEqual({ step: 'held' });
  });

  test('are empty for a service that sends none', () => {
    expect(readDetails(undefined)?.details).toEqual(NO_DETAILS);
    expect(readDetails(null)?.details).toEqual(NO_DETAILS);
  });

  test.each([7, 'held', [], { step: 7 }, { step: 'teleporting' }, { reason: 'other' }, { confirmations: -1 }])(
    'that do not fit, such as %j, leave code and message readable',
    (details) => {
      expect(readDetails(details)).toMatchObject({ ok: false, code: 908, message: 'why', details: NO_DETAILS });
    },
  );

  test("distinguish a newer version's step from no step", () => {
    expect(readDetails({ step: 'teleporting' })).toHaveProperty('hasNewStep', true);
    for (const details of [{ step: 'held' }, {}, null, { step: null }, { step: 7 }]) {
      expect(readDetails(details)).not.toHaveProperty('hasNewStep');
    }
  });

  test('keep the fields that fit next to one that does not', () => {
    const read = readDetails({ step: 'teleporting', confirmations: 3, refund_value: { decimals: 6 }, more: 1 });
    expect(read?.details).toEqual({ ...NO_DETAILS, confirmations: 3 });
  });

  test('are the same with null for every field', () => {
    expect(
      v.parse(detailsWire, Object.fromEntries(Object.keys(detailsWire.entries).map((name) => [name, null]))),
    ).toEqual(NO_DETAILS);
  });
});
