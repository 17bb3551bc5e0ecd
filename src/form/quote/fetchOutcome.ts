import type { QueryClient } from '@tanstack/react-query';
import type { Client } from '#client/operations.ts';
import type { BuildAnswer } from '#client/readBuild.ts';
import { formatAmount } from '#shared/amount.ts';
import { QUOTES } from '../../api/queries.ts';
import type { Route } from '../../config/registry.ts';
import { isSameRoute } from '../../config/registry.ts';
import type { Intent } from '../../transfer/model/intent.ts';
import { toBuildRequest } from '../../transfer/model/intent.ts';
import type { VerifiedBuild } from '../../transfer/model/verifyBuild.ts';
import { verifyBuild } from '../../transfer/model/verifyBuild.ts';
import type { Attempt } from '../model/exactReceive.ts';
import { findExactReceive, sampleOf } from '../model/exactReceive.ts';

type Context = { readonly service: Client; readonly client: QueryClient; readonly signal: AbortSignal };
type Wanted = { readonly intent: Intent; readonly route: Route };

/** Requests a build and verifies it against the intent, so that the cache holds only verified builds and refusals. */
export async function fetchOutcome({ service, client, signal }: Context, { intent, route }: Wanted): Promise<Attempt> {
  const ask = (asked: Intent) => service.getBuild(toBuildRequest(asked, route), signal);
  const { exactReceive } = intent;
  if (exactReceive !== null) {
    return buildExactly({ intent: { ...intent, exactReceive }, route }, lastBuildOf(client, route), ask);
  }
  return verify(intent, await ask(intent), route);
}

function verify(intent: Intent, answer: BuildAnswer, route: Route): Attempt {
  if (answer.kind === 'refused') return answer;
  const verified = verifyBuild(intent, answer.build, route);
  return verified.ok
    ? { kind: 'verified', build: verified.build }
    : { kind: 'mismatch', mismatches: verified.mismatches };
}

/** The intent's amount is a first guess. */
type ExactlyWanted = Wanted & { readonly intent: { readonly exactReceive: bigint } };

/** Finds the deposit that delivers exactly the wanted amount. Each build on the way is verified like any other. */
export function buildExactly(
  { intent, route }: ExactlyWanted,
  known: VerifiedBuild | null,
  ask: (tried: Intent) => Promise<BuildAnswer>,
): Promise<Attempt> {
  const { exactReceive } = intent;
  const { decimals } = route.originToken;
  const target = {
    receive: exactReceive,
    originDecimals: decimals,
    destinationDecimals: route.destinationToken.decimals,
    min: route.pair.min.amount,
  };
  async function tryAmount(amount: bigint): Promise<Attempt> {
    const tried = { ...intent, amount, amountText: formatAmount({ amount, decimals }), exactReceive: null };
    const answer = await ask(tried);
    const isFound = answer.kind === 'built' && answer.build.receive.amount === exactReceive;
    return verify(isFound ? { ...tried, exactReceive } : tried, answer, route);
  }
  return findExactReceive(target, tryAmount, known && sampleOf(known));
}

/** The newest verified build of a route that the page still holds. It reveals the fees. */
export function lastBuildOf(client: QueryClient, route: Route): VerifiedBuild | null {
  const newest = client
    .getQueryCache()
    .findAll({ queryKey: [QUOTES] })
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .map(({ state }) => state.data as Attempt | undefined);
  const found = newest.find((one) => one?.kind === 'verified' && isSameRoute(one.build.route, route));
  return found?.kind === 'verified' ? found.build : null;
}
