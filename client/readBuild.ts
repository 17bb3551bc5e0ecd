import type { Amount } from '../shared/amount.ts';
import type { Build, BuildRequest } from '../shared/wire/build.ts';
import { buildWire, encodeBuildRequest } from '../shared/wire/build.ts';
import type { BuildFailureCode } from '../shared/wire/codes.ts';
import type { Answer } from '../shared/wire/envelope.ts';
import type { ReasonCode } from '../shared/wire/reasons.ts';

/** The service refused to build the transfer. */
export type BuildRefused = {
  readonly kind: 'refused';
  readonly reason:
    | 'unknownChain'
    | 'chainNotServed'
    | 'pairNotOffered'
    | 'amountOutOfRange'
    | 'unknownToken'
    | 'cannotBuild'
    | 'other';
  /** More about the reason, and the accepted amounts in the origin token; null if the service doesn't say. */
  readonly cause: ReasonCode | null;
  readonly min: Amount | null;
  readonly max: Amount | null;
  /** The most gas that can arrive, in the destination's native token; null unless the request asked for more. */
  readonly maxGasDrop: Amount | null;
  /** The service's sentence for people; it may be empty. */
  readonly message: string;
};

export type BuildAnswer = { readonly kind: 'built'; readonly build: Build } | BuildRefused;

const reasons: Record<BuildFailureCode, BuildRefused['reason']> = {
  901: 'unknownChain',
  902: 'chainNotServed',
  903: 'pairNotOffered',
  904: 'amountOutOfRange',
  905: 'unknownToken',
  906: 'cannotBuild',
};

function isBuildFailureCode(code: number): code is BuildFailureCode {
  return code in reasons;
}

/** The call of `get_build_tx`. */
export function buildCall(request: BuildRequest) {
  return { path: 'get_build_tx', body: encodeBuildRequest(request), data: buildWire };
}

/** Names the refusal codes of `get_build_tx`; every other code becomes `other`. */
export function readBuild(answer: Answer<Build>): BuildAnswer {
  if (answer.ok) return { kind: 'built', build: answer.data };
  const { code, message, details } = answer;
  const reason = isBuildFailureCode(code) ? reasons[code] : 'other';
  const { reason: cause, min, max, maxGasDrop } = details;
  return { kind: 'refused', reason, cause, min, max, maxGasDrop, message };
}
