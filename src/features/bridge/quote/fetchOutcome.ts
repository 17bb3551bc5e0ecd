import type { QueryClient } from '@tanstack/react-query';
import type { Client } from '#client/operations.ts';
import type { Attempt } from '../../../domain/exactReceive.ts';
import type { Intent } from '../../../domain/intent.ts';
import { toBuildRequest } from '../../../domain/intent.ts';
import type { Route } from '../../../domain/registry.ts';
import { verifyBuild } from '../../../domain/verifyBuild.ts';
import { buildExactly, lastBuildOf } from './buildExactly.ts';

type Context = { readonly service: Client; readonly client: QueryClient; readonly signal: AbortSignal };
type Wanted = { readonly intent: Intent; readonly route: Route };

/** Requests a build and verifies it against the intent, so the cache holds verified builds and reasons only. */
export async function fetchOutcome({ service, client, signal }: Context, { intent, route }: Wanted): Promise<Attempt> {
  const ask = (asked: Intent) => service.getBuild(toBuildRequest(asked, route), signal);
  const { exactReceive } = intent;
  if (exactReceive !== null) {
    return buildExactly({ intent: { ...intent, exactReceive }, route }, lastBuildOf(client, route), ask);
  }
  const answer = await ask(intent);
  if (answer.kind === 'refused') return answer;
  const verified = verifyBuild(intent, answer.build, route);
  return verified.ok
    ? { kind: 'verified', build: verified.build }
    : { kind: 'mismatch', mismatches: verified.mismatches };
}
