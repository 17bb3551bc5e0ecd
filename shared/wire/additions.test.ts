import type { Address } from 'viem';
import { describe, expect, it } from 'vitest';
import { buildWire, encodeBuild } from './build.ts';
import { NO_DETAILS } from './details.ts';
import { encodeFailure, encodeSuccess, readEnvelope } from './envelope.ts';
import { encodePairs, pairsWire } from './pairs.ts';
import { encodeReceipt, receiptWire } from './receipt.ts';
import { encodeReceipts, receiptsWire } from './receipts.ts';

// The specification's fields, by hand: a client that knows nothing else reads these.
const AMOUNT = { decimals: 'number', raw_value: 'string', ui_value: 'string' };
const TRANSACTION = { from: 'string', to: 'string', data: 'string', value: 'string' };
const BUILD = {
  ...{ bridge_fee: AMOUNT, gas_fee: AMOUNT, input_value: AMOUNT, max_value: AMOUNT, min_value: AMOUNT },
  ...{ receive_value: AMOUNT, send_value: AMOUNT, from_chain_name: 'string', to_chain_name: 'string' },
  ...{ token_name: 'string', network_type: 'number' },
  txs: { approve_body: TRANSACTION, transfer_body: TRANSACTION },
};
const PAIR = {
  ...{ contract_address: 'string', from_chain_id: 'string', from_chain_name: 'string', from_token_address: 'string' },
  ...{ from_token_decimals: 'number', max_value: AMOUNT, min_value: AMOUNT, to_chain_id: 'string' },
  ...{ to_chain_name: 'string', to_token_address: 'string', to_token_decimals: 'number', token_name: 'string' },
};
const RECEIPT = {
  ...{ from_chain_name: 'string', from_chain_token_address: 'string', to_chain_hash: 'string' },
  ...{ to_chain_name: 'string', to_chain_token_address: 'string', token_name: 'string' },
  ...{ user_receive_value: AMOUNT, user_send_value: AMOUNT },
};

type Shape = { readonly [field: string]: string | Shape };

/**
 * The specification's part of an answer.
 * @throws if a field is missing or has another type
 */
function readBySpecification(shape: Shape, answer: unknown): unknown {
  const fields = answer as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(shape).map(([field, type]) => {
      const value = fields[field];
      if (typeof type !== 'string') return [field, readBySpecification(type, value)];
      expect(typeof value, field).toBe(type);
      return [field, value];
    }),
  );
}

const ADDRESS: Address = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const HASH = `0x${'ab'.repeat(32)}` as const;
const amount = { amount: 1_500_000n, decimals: 6 };
const native = { amount: 10n ** 16n, decimals: 18 };
const transaction = { from: ADDRESS, to: ADDRESS, data: '0x', value: 0n } as const;
const price = { currency: 'USD', value: '1', atMs: 1_800_000_000_000 };
const side = { chainId: 1, chainName: 'North', token: ADDRESS, decimals: 6, price } as const;

const build = {
  ...{ bridgeFee: amount, gasFee: amount, input: amount, max: amount, min: amount, receive: amount, send: amount },
  ...{ originChainName: 'North', destinationChainName: 'South', tokenName: 'USDC', networkType: 1 },
  gasDrop: native,
  ...{ validUntilMs: 1_800_000_600_000, approvalReset: transaction, approval: transaction, transfer: transaction },
};
const pair = {
  ...{ depositContract: ADDRESS, tokenName: 'USDC', min: amount, max: amount, available: false, usualSeconds: 42 },
  ...{ origin: side, destination: side, gasDrop: { tokenName: 'ETH', decimals: 18, max: native } },
} as const;
const receipt = {
  ...{ originChainName: 'North', originToken: ADDRESS, payoutHash: HASH, destinationChainName: 'South' },
  ...{ destinationToken: ADDRESS, tokenName: 'USDC', received: amount, sent: amount },
  ...{ depositedAtMs: 1_800_000_000_000, deliveredAtMs: 1_800_000_042_000, sender: ADDRESS, recipient: ADDRESS },
  ...{ bridgeFee: amount, gasFee: amount, gasReceived: native, deposits: 1 },
} as const;

const overTheWire = (body: unknown) => JSON.parse(JSON.stringify(body));
const builtOnWire = overTheWire(encodeBuild(build));
const pairOnWire = overTheWire(encodePairs([pair])).pair_infos[0];
const receiptOnWire = overTheWire(encodeReceipt(receipt));

describe('an answer with all additions', () => {
  it('has every field of the specification, with its type', () => {
    readBySpecification(BUILD, builtOnWire);
    readBySpecification(PAIR, pairOnWire);
    readBySpecification(RECEIPT, receiptOnWire);
    const failure = overTheWire(encodeFailure(904, 'too much', { ...NO_DETAILS, min: amount }));
    readBySpecification({ code: 'number', message: 'string' }, failure.status);
  });

  it('has each addition as decided', () => {
    expect(builtOnWire).toMatchObject({
      quote_valid_until: '1800000600',
      txs: { approve_reset_body: { from: ADDRESS, to: ADDRESS, data: '0x', value: '0' } },
    });
    expect(pairOnWire).toMatchObject({
      available: false,
      usual_seconds: 42,
      from_token_price: { currency: 'USD', value: '1', at: '1800000000' },
    });
    expect(receiptOnWire).toMatchObject({
      ...{ deposit_time: '1800000000', delivery_time: '1800000042', sender: ADDRESS, recipient: ADDRESS },
      ...{ bridge_fee: { ui_value: '1.5' }, gas_fee: { ui_value: '1.5' }, deposits: 1 },
    });
  });
});

describe('an answer with the fields of the specification alone', () => {
  it('is read without the additions', () => {
    const read = readEnvelope(buildWire, overTheWire(encodeSuccess(readBySpecification(BUILD, builtOnWire))));
    expect(read).toEqual({ ok: true, data: { ...build, validUntilMs: null, gasDrop: null, approvalReset: null } });
    const pairs = { pair_infos: [readBySpecification(PAIR, pairOnWire)] };
    const bare = { ...side, price: null };
    expect(readEnvelope(pairsWire, overTheWire(encodeSuccess(pairs)))).toEqual({
      ok: true,
      data: [{ ...pair, available: true, usualSeconds: null, gasDrop: null, origin: bare, destination: bare }],
    });
    const answer = encodeSuccess(readBySpecification(RECEIPT, receiptOnWire));
    expect(readEnvelope(receiptWire, overTheWire(answer))).toMatchObject({
      ok: true,
      data: { payoutHash: HASH, depositedAtMs: null, sender: null, gasReceived: null, deposits: null },
    });
  });

  it.each([
    ['usual_seconds', -1],
    ['usual_seconds', '40'],
    ['from_token_price', 'cheap'],
    ['to_token_price', { currency: 'USD', value: '-1', at: '1' }],
    ['gas_drop', { token_name: 'ETH', decimals: 18 }],
  ])('is read when the addition %s is %j', (field, value) => {
    const read = readEnvelope(pairsWire, encodeSuccess({ pair_infos: [{ ...pairOnWire, [field]: value }] }));
    expect(read).toMatchObject({ ok: true, data: [{ tokenName: 'USDC' }] });
  });
});

describe('several receipts', () => {
  it('are read in their order, each with its own outcome', () => {
    const encoded = encodeReceipts([
      { depositHash: 'nonsense', envelope: encodeFailure(907, 'no hash', { ...NO_DETAILS, reason: 'hash_invalid' }) },
      { depositHash: HASH, envelope: encodeSuccess(encodeReceipt(receipt)) },
    ]);
    expect(readEnvelope(receiptsWire, overTheWire(encodeSuccess(encoded)))).toEqual({
      ok: true,
      data: [
        {
          depositHash: 'nonsense',
          answer: { ok: false, code: 907, message: 'no hash', details: { ...NO_DETAILS, reason: 'hash_invalid' } },
        },
        { depositHash: HASH, answer: { ok: true, data: receipt } },
      ],
    });
  });
});
