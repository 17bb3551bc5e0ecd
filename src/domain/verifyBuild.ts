import type { Address } from 'viem';
import type { Mismatch } from '#client/findMismatches.ts';
import { expectedDeposit, findMismatches } from '#client/findMismatches.ts';
import type { Build, UnsignedTransaction } from '#shared/wire/build.ts';
import type { Intent } from './intent.ts';
import type { Route } from './registry.ts';

declare const verified: unique symbol;

/** A deposit that matches its intent. Only `verifyBuild` creates one, and the wallet signs nothing else. */
export type VerifiedBuild = {
  readonly [verified]: true;
  readonly intent: Intent;
  readonly route: Route;
  readonly deposit: UnsignedTransaction;
  readonly maker: Address;
  /** Base units of the origin token (`send`) and of the destination token (`receive`). */
  readonly send: bigint;
  readonly receive: bigint;
  readonly bridgeFee: bigint;
  readonly gasFee: bigint;
  readonly min: bigint;
  readonly max: bigint;
  /** Whether the token refuses to change an allowance that is not zero. */
  readonly resetsAllowance: boolean;
  /** Until when the service honours the quote, by its clock; null where it does not say. */
  readonly validUntilMs: number | null;
};

export type VerifyResult =
  | { readonly ok: true; readonly build: VerifiedBuild }
  | { readonly ok: false; readonly mismatches: readonly Mismatch[] };

/** Verifies a build against the intent and the pinned route. */
export function verifyBuild(intent: Intent, build: Build, route: Route): VerifyResult {
  const mismatches = findMismatches(intent, build, route);
  if (mismatches.length > 0) return { ok: false, mismatches };
  return {
    ok: true,
    build: brand(intent, build, { route, deposit: expectedDeposit(intent, route, build.send.amount) }),
  };
}

type Matched = { readonly route: Route; readonly deposit: UnsignedTransaction };

function brand(intent: Intent, build: Build, { route, deposit }: Matched): VerifiedBuild {
  const content: Omit<VerifiedBuild, typeof verified> = {
    intent,
    route,
    maker: route.origin.vault,
    deposit,
    send: build.send.amount,
    receive: build.receive.amount,
    bridgeFee: build.bridgeFee.amount,
    gasFee: build.gasFee.amount,
    min: build.min.amount,
    max: build.max.amount,
    resetsAllowance: route.originToken.resetsAllowance || build.approvalReset !== null,
    validUntilMs: build.validUntilMs,
  };
  return content as VerifiedBuild;
}
