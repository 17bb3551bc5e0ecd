import { expectedDeposit } from '#client/findMismatches.ts';
import type { ChainConfig, TokenConfig } from '../config/runtimeConfig.ts';
import { isEqual } from './isEqual.ts';
import type { Registry } from './registry.ts';
import { joinTerms } from './registry.ts';
import type { TransferSide, TransferTerms } from './transferTerms.ts';
import type { VerifiedBuild } from './verifyBuild.ts';

function sideOf(chain: ChainConfig, token: TokenConfig): TransferSide {
  return { chainId: chain.id, chainName: chain.name, token: token.address, decimals: token.decimals };
}

/** The terms that a verified build already fixes. */
export function reviewedTerms(build: VerifiedBuild): Omit<TransferTerms, 'id' | 'createdAt' | 'knownDuplicates'> {
  const { intent, route, send, receive, maker, deposit } = build;
  return {
    account: intent.account,
    recipient: intent.recipient,
    tokenName: intent.tokenName,
    typed: intent.amount,
    origin: sideOf(route.origin, route.originToken),
    destination: sideOf(route.destination, route.destinationToken),
    send,
    receive,
    deposit: { to: deposit.to, data: deposit.data, value: deposit.value },
    maker,
    resetsAllowance: build.resetsAllowance,
    validUntilMs: build.validUntilMs,
    usualSeconds: route.pair.usualSeconds,
  };
}

/**
 * Whether the app, which encodes the deposit of stored terms again from the registry, gets the stored transaction. Other pages
 * of the same origin can edit the storage, and the operator can replace a contract.
 */
export function encodesAgain(terms: TransferTerms, registry: Registry): boolean {
  const joined = joinTerms(registry, terms);
  if (!joined || terms.maker !== joined.origin.vault) return false;
  const { to, data, value } = expectedDeposit(terms, joined, terms.send);
  return isEqual({ to, data, value }, terms.deposit);
}
