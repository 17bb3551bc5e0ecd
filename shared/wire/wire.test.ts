import fc from 'fast-check';
import * as v from 'valibot';
import type { Hex } from 'viem';
import { getAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { MAX_UINT256 } from '../amount.ts';
import { amountWire } from './amount.ts';
import { buildRequestWire, buildWire, encodeBuild, encodeBuildRequest } from './build.ts';
import { NO_DETAILS } from './details.ts';
import { encodeFailure, encodeSuccess, MalformedAnswer, readEnvelope } from './envelope.ts';
import { encodePairs, encodePairsRequest, pairsRequestWire, pairsWire } from './pairs.ts';
import { encodeReceipt, receiptWire } from './receipt.ts';

const uint256 = fc.bigInt({ min: 0n, max: MAX_UINT256 });
const decimals = fc.integer({ min: 0, max: 24 });
const amount = fc.record({ amount: uint256, decimals });
const hex = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((array): Hex => `0x${Buffer.from(array).toString('hex')}`);
const address = hex(20).map((text) => getAddress(text));
const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9 .-]{0,20}$/);
const data = fc.uint8Array({ maxLength: 300 }).map((array): Hex => `0x${Buffer.from(array).toString('hex')}`);
const transaction = fc.record({ from: address, to: address, data, value: uint256 });
const sometimes = <T>(values: fc.Arbitrary<T>) => fc.option(values);
const timestamp = fc.nat({ max: 10_000_000_000 }).map((seconds) => seconds * 1000);

const build = fc.record({
  bridgeFee: amount,
  gasFee: amount,
  input: amount,
  max: amount,
  min: amount,
  receive: amount,
  send: amount,
  originChainName: name,
  destinationChainName: name,
  tokenName: name,
  networkType: fc.integer({ min: 0, max: 4 }),
  validUntilMs: sometimes(timestamp),
  approvalReset: sometimes(transaction),
  approval: sometimes(transaction),
  gasDrop: sometimes(amount),
  transfer: transaction,
});

const price = fc.record({
  currency: fc.constantFrom('USD', 'EUR'),
  value: fc.constantFrom('1', '0.9995', '3000'),
  atMs: timestamp,
});
const side = fc.record({
  chainId: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  chainName: name,
  token: address,
  decimals,
  price: sometimes(price),
});
const pair = fc.record({
  depositContract: address,
  tokenName: name,
  min: amount,
  max: amount,
  available: fc.boolean(),
  usualSeconds: sometimes(fc.nat({ max: 86_400 })),
  gasDrop: sometimes(fc.record({ tokenName: name, decimals, max: amount })),
  origin: side,
  destination: side,
});

const receipt = fc.record({
  originChainName: name,
  originToken: address,
  payoutHash: hex(32),
  destinationChainName: name,
  destinationToken: address,
  tokenName: name,
  received: amount,
  sent: amount,
  depositedAtMs: sometimes(timestamp),
  deliveredAtMs: sometimes(timestamp),
  sender: sometimes(address),
  recipient: sometimes(address),
  bridgeFee: sometimes(amount),
  gasFee: sometimes(amount),
  gasReceived: sometimes(amount),
  deposits: sometimes(fc.integer({ min: 1, max: 1000 })),
});

function overTheWire(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body));
}

describe('readEnvelope with an encoded answer', () => {
  it('returns the same build', () => {
    fc.assert(
      fc.property(build, (value) => {
        expect(readEnvelope(buildWire, overTheWire(encodeSuccess(encodeBuild(value))))).toEqual({
          ok: true,
          data: value,
        });
      }),
    );
  });

  it('returns the same pairs', () => {
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 5 }), (value) => {
        expect(readEnvelope(pairsWire, overTheWire(encodeSuccess(encodePairs(value))))).toEqual({
          ok: true,
          data: value,
        });
      }),
    );
  });

  it('treats a pair without "available" as available', () => {
    fc.assert(
      fc.property(pair, (value) => {
        const { available: _available, ...older } = encodePairs([value]).pair_infos[0] ?? {};
        const read = readEnvelope(pairsWire, overTheWire(encodeSuccess({ pair_infos: [older] })));
        expect(read).toMatchObject({ ok: true, data: [{ available: true }] });
      }),
    );
  });

  it('returns the same receipt', () => {
    fc.assert(
      fc.property(receipt, (value) => {
        const read = readEnvelope(receiptWire, overTheWire(encodeSuccess(encodeReceipt(value))));
        expect(read).toEqual({ ok: true, data: value });
      }),
    );
  });

  it('never returns data from unrelated JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        try {
          const read = readEnvelope(buildWire, body);
          expect(read.ok).toBe(false);
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedAnswer);
        }
      }),
    );
  });
});

describe('readEnvelope', () => {
  const anything = v.object({ answer: v.number() });

  it('accepts code 0, and code 1 with data, as success', () => {
    expect(readEnvelope(anything, { data: { answer: 1 }, status: { code: 0, message: '' } }).ok).toBe(true);
    expect(readEnvelope(anything, { data: { answer: 1 }, status: { code: 1, message: '' } }).ok).toBe(true);
  });

  it('treats code 1 without data as a failure', () => {
    expect(readEnvelope(anything, { data: null, status: { code: 1, message: 'no' } })).toEqual({
      ok: false,
      code: 1,
      message: 'no',
      details: NO_DETAILS,
    });
  });

  it('refuses a success without data', () => {
    expect(() => readEnvelope(anything, { data: null, status: { code: 0, message: '' } })).toThrow(MalformedAnswer);
  });

  it('returns the code and message of a failure', () => {
    expect(readEnvelope(anything, overTheWire(encodeFailure(904, 'too much')))).toEqual({
      ok: false,
      code: 904,
      message: 'too much',
      details: NO_DETAILS,
    });
  });
});

describe('amountWire', () => {
  it.each([1e308, 78, -1, 1.5])('refuses %d decimals before computing with them', (decimals) => {
    const read = v.safeParse(amountWire, { decimals, raw_value: '1', ui_value: '1' });
    expect(read.success).toBe(false);
  });

  it('refuses two different values and names the field', () => {
    fc.assert(
      fc.property(receipt, (value) => {
        const wrong = { decimals: 6, raw_value: '1500000', ui_value: '1.6' };
        const body = overTheWire(encodeSuccess({ ...encodeReceipt(value), user_receive_value: wrong }));
        expect(() => readEnvelope(receiptWire, body)).toThrow('user_receive_value');
      }),
      { numRuns: 1 },
    );
  });
});

describe('request schemas', () => {
  it('fill in defaults for optional fields', () => {
    const request = v.parse(buildRequestWire, {
      from_address: 'a',
      from_chain_name: 'b',
      to_address: 'c',
      to_chain_name: 'd',
      token_name: 'e',
      ui_value: '1',
    });
    expect(request).toMatchObject({ channel: 0n, includesGasFee: false });
    expect(v.parse(pairsRequestWire, {})).toEqual({ category: null, includesGasFee: false });
  });

  it('read null in an optional field as absent', () => {
    const nothing = { category: null, value_include_gas_fee: null };
    expect(v.parse(pairsRequestWire, nothing)).toEqual({ category: null, includesGasFee: false });
    const request = {
      channel: null,
      from_address: 'a',
      from_chain_name: 'b',
      to_address: 'c',
      to_chain_name: 'd',
      token_name: 'e',
      ui_value: '1',
      value_include_gas_fee: null,
    };
    expect(v.parse(buildRequestWire, request)).toMatchObject({ channel: 0n, includesGasFee: false });
  });

  it('read back an encoded build request unchanged', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.string(), fc.boolean(), (channel, text, includesGasFee) => {
        const request = {
          channel: BigInt(channel),
          sender: text,
          originChainName: text,
          recipient: text,
          destinationChainName: text,
          tokenName: text,
          amountText: text,
          includesGasFee,
          gasDropText: text,
        };
        expect(v.parse(buildRequestWire, overTheWire(encodeBuildRequest(request)))).toEqual(request);
      }),
    );
  });

  it.each(['Mainnet', 'MAINNET', 'mainnet'])('read the category %s regardless of case', (category) => {
    expect(v.parse(pairsRequestWire, { category }).category).toBe('Mainnet');
    expect(encodePairsRequest({ category: 'Mainnet', includesGasFee: true })).toEqual({
      category: 'Mainnet',
      value_include_gas_fee: true,
    });
  });

  it.each([
    { ui_value: 5 },
    { channel: -1 },
    { channel: 1.5 },
    { channel: 2 ** 53 },
    { value_include_gas_fee: 'true' },
  ])('refuse a field of a wrong type: %j', (wrongField) => {
    const whole = {
      from_address: 'a',
      from_chain_name: 'b',
      to_address: 'c',
      to_chain_name: 'd',
      token_name: 'e',
      ui_value: '1',
    };
    expect(v.safeParse(buildRequestWire, { ...whole, ...wrongField }).success).toBe(false);
  });
});
