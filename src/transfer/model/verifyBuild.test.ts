import { concat, zeroAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { encodeApproval, encodeDeposit } from '#client/depositEncoder.ts';
import type { Build, UnsignedTransaction } from '#shared/wire/build.ts';
import { ACCOUNT, honestBuild, intentFor, OTHER_ACCOUNT, routeFor, VAULT } from '../../../lab/web/fixtures.ts';
import { verifyBuild } from './verifyBuild.ts';

const route = routeFor('USDC');
const intent = intentFor(route);
const honest = honestBuild(intent, route);

function fieldsOf(build: Build): readonly string[] {
  const result = verifyBuild(intent, build, route);
  return result.ok ? [] : result.mismatches.map(({ field }) => field);
}

const withTransfer = (change: Partial<UnsignedTransaction>): Build => ({
  ...honest,
  transfer: { ...honest.transfer, ...change },
});

const call = {
  recipient: intent.recipient,
  token: route.originToken.address,
  maker: VAULT,
  amount: honest.send.amount,
  destinationChainId: route.destination.id,
};

const more = { amount: honest.send.amount + 1n, decimals: 6 };

describe('verifyBuild', () => {
  it.each(['USDC', 'WBTC', 'ETH'])(
    'accepts an honest build for %s, with the network fee added or deducted',
    (token) => {
      const ofToken = routeFor(token);
      for (const includesGasFee of [false, true]) {
        const asked = intentFor(ofToken, includesGasFee);
        expect(verifyBuild(asked, honestBuild(asked, ofToken), ofToken)).toMatchObject({ ok: true });
      }
    },
  );

  const reset = {
    ...{ from: ACCOUNT, to: route.originToken.address, value: 0n },
    data: encodeApproval(route.origin.depositContract, 0n),
  };

  it('resets the approval first when the service says that the token needs it', () => {
    expect(verifyBuild(intent, { ...honest, approvalReset: reset }, route)).toMatchObject({
      build: { terms: { resetsAllowance: true } },
    });
    expect(verifyBuild(intent, honest, route)).toMatchObject({ build: { terms: { resetsAllowance: false } } });
  });

  it('rejects a build of which another than the exact wanted amount arrives', () => {
    const exactly = { ...intent, exactReceive: honest.receive.amount };
    expect(verifyBuild(exactly, honest, route)).toMatchObject({ ok: true });
    for (const exactReceive of [honest.receive.amount - 1n, honest.receive.amount + 1n]) {
      const [expected, actual] = [exactReceive, honest.receive.amount].map(String);
      expect(verifyBuild({ ...intent, exactReceive }, honest, route)).toMatchObject({
        ok: false,
        mismatches: [{ field: 'receive_value.exact', expected, actual, meaning: 'receivedAmount' }],
      });
    }
    // The stated amount must be the wanted one, and follow from the fees.
    const stated = { ...honest, receive: { amount: honest.receive.amount + 5n, decimals: 6 } };
    const lying = verifyBuild({ ...intent, exactReceive: stated.receive.amount }, stated, route);
    expect(lying).toMatchObject({ ok: false, mismatches: [{ field: 'receive_value' }] });
  });

  it.each<[string, Partial<UnsignedTransaction>, string]>([
    ['approves an amount', { data: encodeApproval(route.origin.depositContract, 1n) }, 'approve_reset_body.data'],
    ['approves another contract', { data: encodeApproval(OTHER_ACCOUNT, 0n) }, 'approve_reset_body.data'],
    ['calls another contract', { to: OTHER_ACCOUNT }, 'approve_reset_body.to'],
    ['sends the native token', { value: 1n }, 'approve_reset_body.value'],
    ['is from another account', { from: OTHER_ACCOUNT }, 'approve_reset_body.from'],
  ])('rejects a reset of the approval that %s', (_what, change, field) => {
    expect(fieldsOf({ ...honest, approvalReset: { ...reset, ...change } })).toContain(field);
  });

  it('rejects a reset of an approval for the native token', () => {
    const native = routeFor('ETH');
    const wanted = intentFor(native);
    const build = { ...honestBuild(wanted, native), approvalReset: { ...reset, to: native.originToken.address } };
    expect(verifyBuild(wanted, build, native)).toMatchObject({
      ok: false,
      mismatches: [{ field: 'approve_reset_body.data' }],
    });
  });

  it.each<[string, Build, string]>([
    ['another recipient', withTransfer({ data: encodeDeposit({ ...call, recipient: ACCOUNT }) }), 'transfer_body.data'],
    [
      'another maker in the genuine contract',
      withTransfer({ data: encodeDeposit({ ...call, maker: OTHER_ACCOUNT }) }),
      'transfer_body.data',
    ],
    ['another token', withTransfer({ data: encodeDeposit({ ...call, token: VAULT }) }), 'transfer_body.data'],
    [
      'another amount',
      withTransfer({ data: encodeDeposit({ ...call, amount: call.amount + 1n }) }),
      'transfer_body.data',
    ],
    [
      'another destination',
      withTransfer({ data: encodeDeposit({ ...call, destinationChainId: 1 }) }),
      'transfer_body.data',
    ],
    ['trailing bytes', withTransfer({ data: concat([honest.transfer.data, '0x00']) }), 'transfer_body.data'],
    ['no call at all', withTransfer({ data: '0x' }), 'transfer_body.data'],
    ['another contract', withTransfer({ to: VAULT }), 'transfer_body.to'],
    ['another account', withTransfer({ from: OTHER_ACCOUNT }), 'transfer_body.from'],
    ['value on an ERC-20 transfer', withTransfer({ value: 1n }), 'transfer_body.value'],
    ['a higher amount to send', { ...honest, send: more }, 'send_value'],
    [
      'a lower received amount than the sums give',
      { ...honest, receive: { amount: honest.receive.amount - 1n, decimals: 6 } },
      'receive_value',
    ],
    [
      'a hidden bridge fee',
      { ...honest, bridgeFee: { amount: honest.bridgeFee.amount + 1n, decimals: 6 } },
      'receive_value',
    ],
    ['another amount than typed', { ...honest, input: more }, 'input_value'],
    [
      'other decimals for the received amount',
      { ...honest, receive: { amount: honest.receive.amount, decimals: 18 } },
      'receive_value.decimals',
    ],
    [
      'other decimals for the sent amount',
      { ...honest, send: { amount: honest.send.amount, decimals: 18 } },
      'send_value.decimals',
    ],
    ['another origin by name', { ...honest, originChainName: 'Southshore' }, 'from_chain_name'],
    ['another destination by name', { ...honest, destinationChainName: 'Northshore' }, 'to_chain_name'],
    ['a look-alike token name', { ...honest, tokenName: 'USDС' }, 'token_name'],
  ])('refuses %s', (_what, build, field) => {
    expect(fieldsOf(build)).toContain(field);
  });

  it('rejects a sent amount above the typed one, even if every other field agrees', () => {
    const send = honest.send.amount + 7n;
    const build: Build = {
      ...honest,
      send: { amount: send, decimals: 6 },
      receive: { amount: honest.receive.amount + 7n, decimals: 6 },
      transfer: { ...honest.transfer, data: encodeDeposit({ ...call, amount: send }) },
    };
    expect(fieldsOf(build)).toEqual(['send_value', 'receive_value']);
  });

  it('rejects a build with nothing to receive', () => {
    const fee = { amount: intent.amount, decimals: 6 };
    const build: Build = { ...honest, bridgeFee: fee, receive: { amount: 0n, decimals: 6 } };
    expect(fieldsOf(build)).toEqual(['receive_value']);
  });

  it('ignores the approval of the service', () => {
    const approval = { from: ACCOUNT, to: VAULT, data: '0xdeadbeef', value: 5n } as const;
    const result = verifyBuild(intent, { ...honest, approval }, route);
    expect(result).toMatchObject({ ok: true, build: { terms: { deposit: { to: route.origin.depositContract } } } });
    expect(
      JSON.stringify(result, (_k, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)),
    ).not.toContain('deadbeef');
  });

  it('sends value with native deposits only', () => {
    const native = routeFor('ETH');
    const asked = intentFor(native);
    const build = honestBuild(asked, native);
    const result = verifyBuild(asked, build, native);
    expect(result).toMatchObject({ ok: true, build: { terms: { deposit: { value: build.send.amount } } } });
    expect(native.originToken.address).toBe(zeroAddress);
  });
});
