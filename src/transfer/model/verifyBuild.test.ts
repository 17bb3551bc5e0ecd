import { zeroAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { encodeApproval } from '#client/depositEncoder.ts';
import { ACCOUNT, honestBuild, intentFor, routeFor, VAULT } from '../../../tools/lab/web/fixtures.ts';
import { verifyBuild } from './verifyBuild.ts';

const route = routeFor('USDC');
const intent = intentFor(route);
const honest = honestBuild(intent, route);

// The tests of the client's `verifyBuild` change each field of a build. Both compare with `findMismatches`.
describe('verifyBuild', () => {
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

  it('puts the gas on arrival into the deposit, and rejects a build with another amount of it', () => {
    const asked = { ...intent, gasDrop: 5n };
    const result = verifyBuild(asked, honestBuild(asked, route), route);
    expect(result).toMatchObject({ build: { terms: { gasDrop: 5n } } });
    const { data } = honestBuild(asked, route).transfer;
    expect(result.ok && result.build.terms.deposit.data).toBe(data);
    expect(data).not.toBe(honest.transfer.data);
    expect(verifyBuild({ ...intent, gasDrop: 6n }, honestBuild(asked, route), route).ok).toBe(false);
    expect(verifyBuild(intent, honestBuild(asked, route), route).ok).toBe(false);
    expect(verifyBuild(asked, honest, route).ok).toBe(false);
  });

  it('rejects a build that does not deliver exactly the wanted amount', () => {
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

  it("ignores the service's approval", () => {
    const approval = { from: ACCOUNT, to: VAULT, data: '0xdeadbeef', value: 5n } as const;
    const result = verifyBuild(intent, { ...honest, approval }, route);
    expect(result).toMatchObject({ ok: true, build: { terms: { deposit: { to: route.origin.depositContract } } } });
    expect(
      JSON.stringify(result, (_k, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)),
    ).not.toContain('deadbeef');
  });

  it('sends value only with native deposits, which have no approval to reset', () => {
    const native = routeFor('ETH');
    const asked = intentFor(native);
    const build = honestBuild(asked, native);
    const result = verifyBuild(asked, build, native);
    expect(result).toMatchObject({ ok: true, build: { terms: { deposit: { value: build.send.amount } } } });
    expect(native.originToken.address).toBe(zeroAddress);
    const approvalReset = { from: ACCOUNT, to: zeroAddress, value: 0n, data: '0x' } as const;
    expect(verifyBuild(asked, { ...build, approvalReset }, native)).toMatchObject({ ok: false });
  });
});
