import type { Address } from 'viem';
import { describe, expect, it } from 'vitest';
import { honestBuild, intentFor, OTHER_ACCOUNT, routeFor } from '../lab/web/fixtures.ts';
import { encodeApproval } from './depositEncoder.ts';
import { verifyBuild } from './verifyBuild.ts';

const route = routeFor('USDC');
const intent = intentFor(route);
const honest = honestBuild(intent, route);
const asked = { ...intent, leastReceive: honest.receive.amount };
const { depositContract } = route.origin;

const approvalOf = (amount: bigint) => ({
  ...{ from: asked.account, to: route.originToken.address, value: 0n },
  data: encodeApproval(depositContract, amount),
});

describe('a verified build', () => {
  it('gives the deposit alone where the allowance suffices', () => {
    const verified = verifyBuild(asked, { ...honest, approval: null }, route);
    expect(verified).toEqual({ ok: true, transactions: [honest.transfer] });
  });

  it('gives approvals that the caller encoded, whatever those of the service say', () => {
    const evil = { ...approvalOf(0n), to: OTHER_ACCOUNT, data: '0x1234' } as const;
    const build = { ...honest, approval: evil, approvalReset: approvalOf(0n) };
    expect(verifyBuild(asked, build, route)).toEqual({
      ok: true,
      transactions: [approvalOf(0n), approvalOf(honest.send.amount), honest.transfer],
    });
  });

  it('reads the addresses of the caller in lower case', () => {
    const lower = (address: Address) => address.toLowerCase() as Address;
    const order = { ...asked, account: lower(asked.account), recipient: lower(asked.recipient) };
    const origin = { ...route.origin, depositContract: lower(depositContract), vault: lower(route.origin.vault) };
    expect(verifyBuild(order, honest, { ...route, origin })).toMatchObject({ ok: true });
    expect(() => verifyBuild({ ...asked, recipient: '0x12' }, honest, route)).toThrow(TypeError);
  });

  it('needs the least amount that may arrive', () => {
    const careless: object = intent;
    expect(() => verifyBuild(careless as typeof asked, honest, route)).toThrow(
      'leastReceive is not a bigint: undefined',
    );
  });

  it("carries the integrator's channel, and no other", () => {
    const ofChannel = verifyBuild({ ...asked, channel: 7n }, honest, route);
    expect(ofChannel).toMatchObject({ ok: false, mismatches: [{ field: 'transfer_body.data' }] });
  });
});

describe('a build is refused when', () => {
  it('less arrives than the least amount that was asked for, though its sums agree', () => {
    const bridgeFee = { ...honest.bridgeFee, amount: honest.send.amount - honest.gasFee.amount - 1n };
    const greedy = { ...honest, bridgeFee, receive: { ...honest.receive, amount: 1n } };
    const expected = `>=${asked.leastReceive}`;
    expect(verifyBuild(asked, greedy, route)).toEqual({
      ok: false,
      mismatches: [{ field: 'receive_value', expected, actual: '1', meaning: 'receivedAmount' }],
    });
    expect(verifyBuild({ ...asked, leastReceive: 1n }, greedy, route)).toMatchObject({ ok: true });
  });

  it.each<readonly [string, Parameters<typeof verifyBuild>[1]]>([
    ['transfer_body.to', { ...honest, transfer: { ...honest.transfer, to: OTHER_ACCOUNT } }],
    ['transfer_body.data', { ...honest, transfer: { ...honest.transfer, data: `${honest.transfer.data}00` } }],
    ['transfer_body.value', { ...honest, transfer: { ...honest.transfer, value: 1n } }],
    ['transfer_body.from', { ...honest, transfer: { ...honest.transfer, from: OTHER_ACCOUNT } }],
    ['input_value', { ...honest, input: { ...honest.input, amount: honest.input.amount + 1n } }],
  ])('%s differs from what was asked for', (field, build) => {
    const verified = verifyBuild(asked, build, route);
    expect(verified).toMatchObject({ ok: false, mismatches: [{ field }] });
  });
});
