import type { Mismatch } from '#client/findMismatches.ts';
import { expectedDeposit, findMismatches } from '#client/findMismatches.ts';
import type { ChainConfig, TokenConfig } from '#shared/config/runtimeConfig.ts';
import type { Build } from '#shared/wire/build.ts';
import type { Registry, Route } from '../../config/registry.ts';
import { joinTerms } from '../../config/registry.ts';
import { isEqual } from '../../lib/isEqual.ts';
import type { Intent } from './intent.ts';
import type { TransferSide, TransferTerms } from './transferTerms.ts';

declare const verified: unique symbol;

/** The terms that a verified build fixes. The transfer adds its own id and time. */
type ReviewedTerms = Omit<TransferTerms, 'id' | 'createdAt' | 'knownDuplicates'>;

/** A deposit that matches its intent. Only `verifyBuild` creates one, and the wallet signs nothing else. */
export type VerifiedBuild = {
  readonly [verified]: true;
  readonly intent: Intent;
  readonly route: Route;
  /** What the person reviews and the transfer then stores. */
  readonly terms: ReviewedTerms;
  /** Base units of the origin token (`send`) and of the destination token (`receive`). */
  readonly send: bigint;
  readonly receive: bigint;
  readonly bridgeFee: bigint;
  readonly gasFee: bigint;
  readonly min: bigint;
  readonly max: bigint;
};

export type VerifyResult =
  | { readonly ok: true; readonly build: VerifiedBuild }
  | { readonly ok: false; readonly mismatches: readonly Mismatch[] };

/** Verifies a build against the intent and the pinned route. */
export function verifyBuild(intent: Intent, build: Build, route: Route): VerifyResult {
  const mismatches = findMismatches(intent, build, route);
  if (mismatches.length > 0) return { ok: false, mismatches };
  return { ok: true, build: brand(intent, build, route) };
}

function sideOf(chain: ChainConfig, token: TokenConfig): TransferSide {
  return { chainId: chain.id, chainName: chain.name, token: token.address, decimals: token.decimals };
}

function termsOf(intent: Intent, build: Build, route: Route): ReviewedTerms {
  const { to, data, value } = expectedDeposit(intent, route, build.send.amount);
  return {
    account: intent.account,
    recipient: intent.recipient,
    tokenName: intent.tokenName,
    typed: intent.amount,
    origin: sideOf(route.origin, route.originToken),
    destination: sideOf(route.destination, route.destinationToken),
    send: build.send.amount,
    receive: build.receive.amount,
    gasDrop: intent.gasDrop,
    deposit: { to, data, value },
    maker: route.origin.vault,
    resetsAllowance: route.originToken.resetsAllowance || build.approvalReset !== null,
    validUntilMs: build.validUntilMs,
    usualSeconds: route.pair.usualSeconds,
  };
}

function brand(intent: Intent, build: Build, route: Route): VerifiedBuild {
  const content: Omit<VerifiedBuild, typeof verified> = {
    intent,
    route,
    terms: termsOf(intent, build, route),
    send: build.send.amount,
    receive: build.receive.amount,
    bridgeFee: build.bridgeFee.amount,
    gasFee: build.gasFee.amount,
    min: build.min.amount,
    max: build.max.amount,
  };
  return content as VerifiedBuild;
}

/**
 * Whether encoding the stored terms' deposit again, from the registry, yields the stored transaction. Other pages on
 * the same origin can edit the storage, and the operator can replace a contract.
 */
export function encodesAgain(terms: TransferTerms, registry: Registry): boolean {
  const joined = joinTerms(registry, terms);
  if (!joined || terms.maker !== joined.origin.vault) return false;
  const { to, data, value } = expectedDeposit(terms, joined, terms.send);
  return isEqual({ to, data, value }, terms.deposit);
}
