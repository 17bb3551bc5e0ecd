import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { encodeDeposit } from '#client/depositEncoder.ts';
import type { BuildAnswer } from '#client/readBuild.ts';
import { honestBuild, intentFor, OTHER_ACCOUNT, routeFor } from '../../../tools/lab/web/fixtures.ts';
import type { Intent } from '../../transfer/model/intent.ts';
import { verifyBuild } from '../../transfer/model/verifyBuild.ts';
import { buildExactly, lastBuildOf } from './fetchOutcome.ts';

const route = routeFor('USDC');
const exactReceive = 42_000_000n;
const intent = { ...intentFor(route, true), exactReceive };

function createService(change: (answer: BuildAnswer) => BuildAnswer = (answer) => answer) {
  const asked: Intent[] = [];
  const ask = async (tried: Intent): Promise<BuildAnswer> => {
    asked.push(tried);
    return change({ kind: 'built', build: honestBuild(tried, route) });
  };
  return { asked, ask };
}

describe('the build that delivers an exact amount', () => {
  it('is verified for the amount that it sends, and remembers what the person wants', async () => {
    const { asked, ask } = createService();
    const found = await buildExactly({ intent, route }, null, ask);
    expect(found).toMatchObject({
      kind: 'verified',
      build: {
        receive: exactReceive,
        send: 42_150_000n,
        intent: { amount: 42_150_000n, amountText: '42.15', exactReceive },
      },
    });
    expect(asked.every(({ includesGasFee }) => includesGasFee)).toBe(true);
  });

  it("starts from the fees of the route's last build", async () => {
    const client = new QueryClient();
    expect(lastBuildOf(client, route)).toBeNull();
    const earlier = { ...intentFor(route), amountText: '42', amount: 42_000_000n };
    const verified = verifyBuild(earlier, honestBuild(earlier, route), route);
    client.setQueryData(['build', 'earlier'], verified.ok ? { kind: 'verified', build: verified.build } : null);
    const [alone, helped] = [createService(), createService()];
    await buildExactly({ intent, route }, null, alone.ask);
    await buildExactly({ intent, route }, lastBuildOf(client, route), helped.ask);
    expect(helped.asked.length).toBeLessThan(alone.asked.length);
    expect(lastBuildOf(client, routeFor('WBTC'))).toBeNull();
  });

  it('is refused like any other if the service changes it', async () => {
    const { asked, ask } = createService((answer) => {
      if (answer.kind !== 'built') return answer;
      const { build } = answer;
      const data = encodeDeposit({
        ...{ recipient: OTHER_ACCOUNT, token: route.originToken.address, maker: OTHER_ACCOUNT },
        ...{ amount: build.send.amount, destinationChainId: route.destination.id },
      });
      return { kind: 'built', build: { ...build, transfer: { ...build.transfer, data } } };
    });
    const found = await buildExactly({ intent, route }, null, ask);
    expect(found).toMatchObject({ kind: 'mismatch', mismatches: [{ field: 'transfer_body.data' }] });
    expect(asked).toHaveLength(1);
  });
});
