import type { ChainConfig, TokenConfig } from '../config/runtimeConfig.ts';
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
