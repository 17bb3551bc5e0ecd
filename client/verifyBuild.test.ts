import type { Address, Hex } from 'viem';
import { concat, decodeFunctionData, zeroAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { depositFunction } from '../shared/abi/depositAbi.ts';
import { MAX_UINT256 } from '../shared/amount.ts';
import type { Build, UnsignedTransaction } from '../shared/wire/build.ts';
import { ACCOUNT, honestBuild, intentFor, OTHER_ACCOUNT, routeFor, VAULT } from '../tools/lab/web/fixtures.ts';
import { encodeApproval, encodeDeposit } from './depositEncoder.ts';
import { verifyBuild } from './verifyBuild.ts';

const route = routeFor('USDC');
const intent = intentFor(route);
const honest = honestBuild(intent, route);
const asked = { ...intent, leastReceive: honest.receive.amount, mostSend: honest.send.amount };
const { depositContract } = route.origin;

const native = routeFor('ETH');
const honestNative = honestBuild(intentFor(native), native);
const askedForNative = { ...intentFor(native), leastReceive: 1n, mostSend: honestNative.send.amount };

const approvalOf = (amount: bigint) => ({
  ...{ from: asked.account, to: route.originToken.address, value: 0n },
  data: encodeApproval(depositContract, amount),
});

// The limits would hide whether the sums agree.
function fieldsOf(build: Build): readonly string[] {
  const result = verifyBuild({ ...asked, leastReceive: 1n, mostSend: MAX_UINT256 }, build, route);
  return result.ok ? [] : result.mismatches.map(({ field }) => field);
}

const withTransfer = (change: Partial<UnsignedTransaction>): Build => ({
  ...honest,
  transfer: { ...honest.transfer, ...change },
});

const call = {
  recipient: asked.recipient,
  token: route.originToken.address,
  maker: VAULT,
  amount: honest.send.amount,
  destinationChainId: route.destination.id,
};

const more = { amount: honest.send.amount + 1n, decimals: 6 };

const GAS_DROP = 10n ** 16n;
const askedWithGas = { ...asked, gasDrop: GAS_DROP };
const depositWithGas = withTransfer({ data: encodeDeposit({ ...call, gasDrop: GAS_DROP }) });
const honestWithGas: Build = { ...depositWithGas, gasDrop: { amount: GAS_DROP, decimals: 18 } };

describe('a verified build', () => {
  it.each(['USDC', 'WBTC', 'ETH'])('is honest for %s, with the network fee added or deducted', (token) => {
    const ofToken = routeFor(token);
    for (const includesGasFee of [false, true]) {
      const wanted = intentFor(ofToken, includesGasFee);
      const build = honestBuild(wanted, ofToken);
      const limits = { leastReceive: build.receive.amount, mostSend: build.send.amount };
      const verified = verifyBuild({ ...wanted, ...limits }, build, ofToken);
      expect(verified).toMatchObject({ ok: true });
    }
  });

  it('contains only the deposit if the allowance suffices', () => {
    const verified = verifyBuild(asked, { ...honest, approval: null }, route);
    expect(verified).toEqual({ ok: true, transactions: [honest.transfer] });
  });

  it("contains approvals encoded by the caller, whatever the service's approvals are", () => {
    const evil = { ...approvalOf(0n), to: OTHER_ACCOUNT, data: '0x1234' } as const;
    const build = { ...honest, approval: evil, approvalReset: approvalOf(0n) };
    expect(verifyBuild(asked, build, route)).toEqual({
      ok: true,
      transactions: [approvalOf(0n), approvalOf(honest.send.amount), honest.transfer],
    });
  });

  it('contains no approval of the native token, whatever the service sends', () => {
    const approval = { ...approvalOf(honestNative.send.amount), to: zeroAddress };
    const verified = verifyBuild(askedForNative, { ...honestNative, approval }, native);
    expect(verified).toEqual({ ok: true, transactions: [honestNative.transfer] });
  });

  it("reads the caller's addresses in lower case", () => {
    const lower = (address: Address) => address.toLowerCase() as Address;
    const order = { ...asked, account: lower(asked.account), recipient: lower(asked.recipient) };
    const origin = { ...route.origin, depositContract: lower(depositContract), vault: lower(route.origin.vault) };
    expect(verifyBuild(order, honest, { ...route, origin })).toMatchObject({ ok: true });
    expect(() => verifyBuild({ ...asked, recipient: '0x12' }, honest, route)).toThrow(TypeError);
  });

  it("contains the gas on arrival in the deposit's target", () => {
    const verified = verifyBuild(askedWithGas, honestWithGas, route);
    expect(verified).toEqual({ ok: true, transactions: [honestWithGas.transfer] });
    const target = `${asked.recipient}+gas:10000000000000000`;
    expect(decodeFunctionData({ abi: [depositFunction], data: honestWithGas.transfer.data }).args[0]).toBe(target);
  });

  it('may state no gas on arrival as an amount of 0', () => {
    expect(verifyBuild(asked, { ...honest, gasDrop: { amount: 0n, decimals: 18 } }, route)).toMatchObject({ ok: true });
  });

  it('needs gas on arrival that a target can carry', () => {
    for (const gasDrop of [5 as unknown as bigint, -1n, 10n ** 17n]) {
      expect(() => verifyBuild({ ...asked, gasDrop }, honest, route)).toThrow(
        `not an amount of gas on arrival: ${gasDrop}`,
      );
    }
  });

  it.each(['leastReceive', 'mostSend'])('needs the limit %s', (limit) => {
    const careless = { ...asked, [limit]: undefined };
    expect(() => verifyBuild(careless, honest, route)).toThrow(`${limit} is not a bigint: undefined`);
  });

  it("carries the integrator's channel, and no other", () => {
    const ofChannel = verifyBuild({ ...asked, channel: 7n }, honest, route);
    expect(ofChannel).toMatchObject({ ok: false, mismatches: [{ field: 'transfer_body.data' }] });
  });
});

describe('a build', () => {
  it('is refused if less arrives than the requested least amount, although its sums agree', () => {
    const bridgeFee = { ...honest.bridgeFee, amount: honest.send.amount - honest.gasFee.amount - 1n };
    const greedy = { ...honest, bridgeFee, receive: { ...honest.receive, amount: 1n } };
    const expected = `>=${asked.leastReceive}`;
    expect(verifyBuild(asked, greedy, route)).toEqual({
      ok: false,
      mismatches: [{ field: 'receive_value', expected, actual: '1', meaning: 'receivedAmount' }],
    });
    expect(verifyBuild({ ...asked, leastReceive: 1n }, greedy, route)).toMatchObject({ ok: true });
  });

  it('is refused if more would be sent than the requested limit, although its sums agree', () => {
    const gasFee = { ...honest.gasFee, amount: honest.gasFee.amount + 9_000_000_000n };
    const send = honest.send.amount + 9_000_000_000n;
    const transfer = { ...honest.transfer, data: encodeDeposit({ ...call, amount: send }) };
    const greedy = { ...honest, gasFee, send: { ...honest.send, amount: send }, transfer };
    expect(verifyBuild(asked, greedy, route)).toEqual({
      ok: false,
      mismatches: [{ field: 'send_value', expected: `<=${asked.mostSend}`, actual: `${send}`, meaning: 'sentAmount' }],
    });
    expect(verifyBuild({ ...asked, mostSend: send }, greedy, route)).toMatchObject({ ok: true });
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
    ['an amount that differs from the typed one', { ...honest, input: more }, 'input_value'],
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
  ])('is refused with %s', (_what, build, field) => {
    expect(fieldsOf(build)).toContain(field);
  });

  it.each<[string, { gasDrop: bigint; build: Build }, readonly string[]]>([
    [
      'gas on arrival that nobody asked for',
      { gasDrop: 0n, build: honestWithGas },
      ['gas_drop_value', 'transfer_body.data'],
    ],
    ['gas on arrival only in the deposit', { gasDrop: 0n, build: depositWithGas }, ['transfer_body.data']],
    ['no gas on arrival', { gasDrop: GAS_DROP, build: honest }, ['gas_drop_value', 'transfer_body.data']],
    [
      'gas on arrival that the deposit lacks',
      { gasDrop: GAS_DROP, build: { ...honest, gasDrop: honestWithGas.gasDrop } },
      ['transfer_body.data'],
    ],
    ['less gas on arrival', { gasDrop: GAS_DROP + 1n, build: honestWithGas }, ['gas_drop_value', 'transfer_body.data']],
    [
      'other decimals for the gas on arrival',
      { gasDrop: GAS_DROP, build: { ...honestWithGas, gasDrop: { amount: GAS_DROP, decimals: 6 } } },
      ['gas_drop_value.decimals'],
    ],
  ])('is refused with %s', (_what, { gasDrop, build }, fields) => {
    const result = verifyBuild({ ...asked, gasDrop }, build, route);
    expect(result.ok ? [] : result.mismatches.map(({ field }) => field)).toEqual(fields);
  });

  it('is refused if the sent amount is above the typed one, even if every other field agrees', () => {
    const send = honest.send.amount + 7n;
    const build: Build = {
      ...honest,
      send: { amount: send, decimals: 6 },
      receive: { amount: honest.receive.amount + 7n, decimals: 6 },
      transfer: { ...honest.transfer, data: encodeDeposit({ ...call, amount: send }) },
    };
    expect(fieldsOf(build)).toEqual(['send_value', 'receive_value']);
  });

  it('is refused with nothing to receive', () => {
    const fee = { amount: intent.amount, decimals: 6 };
    const build: Build = { ...honest, bridgeFee: fee, receive: { amount: 0n, decimals: 6 } };
    expect(fieldsOf(build)).toEqual(['receive_value']);
  });

  it.each<[string, Hex]>([
    ['an approval of 0', encodeApproval(depositContract, 0n)],
    ['an empty call', '0x'],
  ])('is refused with %s as a reset of the native token', (_what, data) => {
    const approvalReset = { from: ACCOUNT, to: zeroAddress, value: 0n, data };
    expect(verifyBuild(askedForNative, { ...honestNative, approvalReset }, native)).toMatchObject({
      ok: false,
      mismatches: [{ field: 'approve_reset_body', expected: 'null', meaning: 'approvalReset' }],
    });
  });

  it.each<[string, Partial<UnsignedTransaction>, string]>([
    ['approves an amount', { data: encodeApproval(depositContract, 1n) }, 'approve_reset_body.data'],
    ['approves another contract', { data: encodeApproval(OTHER_ACCOUNT, 0n) }, 'approve_reset_body.data'],
    ['calls another contract', { to: OTHER_ACCOUNT }, 'approve_reset_body.to'],
    ['sends the native token', { value: 1n }, 'approve_reset_body.value'],
    ['is from another account', { from: OTHER_ACCOUNT }, 'approve_reset_body.from'],
  ])('is refused with a reset of the approval that %s', (_what, change, field) => {
    expect(fieldsOf({ ...honest, approvalReset: { ...approvalOf(0n), ...change } })).toContain(field);
  });
});
