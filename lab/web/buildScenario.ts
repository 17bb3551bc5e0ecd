import { encodeBuild } from '#shared/wire/build.ts';
import { encodeSuccess } from '#shared/wire/envelope.ts';
import type { Route } from '../../src/config/registry.ts';
import type { Intent } from '../../src/transfer/model/intent.ts';
import type { BuildContext } from './buildMutations.ts';
import { mutateBuild } from './buildMutations.ts';
import { ACCOUNT, honestBuild, intentFor, routeFor, VAULT } from './fixtures.ts';
import type { Json, Mutation } from './mutations.ts';

export const ATTACKER = '0xa11ceb0b0000000000000000000000000000dead';

/** A deposit that a person wants, the honest answer of the service, and every change to it. */
export type BuildScenario = {
  readonly intent: Intent;
  readonly route: Route;
  readonly answer: Json;
  readonly mutations: readonly Mutation[];
};

export function buildScenario(tokenName: string, includesGasFee: boolean): BuildScenario {
  const route = routeFor(tokenName);
  const intent = intentFor(route, includesGasFee);
  const build = honestBuild(intent, route);
  const answer: Json = JSON.parse(JSON.stringify(encodeSuccess(encodeBuild(build))));
  const context: BuildContext = {
    call: {
      recipient: intent.recipient,
      token: route.originToken.address,
      maker: VAULT,
      amount: build.send.amount,
      destination: BigInt(route.destination.id),
      channel: 0n,
    },
    account: ACCOUNT,
    depositContract: route.origin.depositContract,
    attacker: ATTACKER,
    otherContract: route.destination.depositContract,
    otherToken: route.destinationToken.address === route.originToken.address ? VAULT : route.destinationToken.address,
    otherTokenName: tokenName === 'WBTC' ? 'USDC' : 'WBTC',
    originName: route.origin.name,
    destinationName: route.destination.name,
    isNative: tokenName === 'ETH',
  };
  return { intent, route, answer, mutations: mutateBuild(answer, context) };
}
