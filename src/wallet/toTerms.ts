import type { Address } from 'viem';
import type { TransferTerms } from '../domain/transfer.ts';
import type { VerifiedBuild } from '../domain/verifyBuild.ts';

/** The only way from a build to something that a wallet may be asked to sign. */
type Made = { readonly id: string; readonly now: number; readonly knownTwins: readonly string[] };

export function toTerms(build: VerifiedBuild, made: Made): TransferTerms {
  const { intent, route } = build;
  return {
    id: made.id,
    createdAt: made.now,
    account: intent.account,
    recipient: intent.recipient,
    tokenName: intent.tokenName,
    typed: intent.amount,
    knownTwins: made.knownTwins,
    origin: sideOf(route.origin, route.originToken),
    destination: sideOf(route.destination, route.destinationToken),
    send: build.send,
    receive: build.receive,
    deposit: { to: build.deposit.to, data: build.deposit.data, value: build.deposit.value },
    maker: build.maker,
    resetsAllowance: route.originToken.resetsAllowance,
  };
}

function sideOf(chain: { id: number; name: string }, token: { address: Address; decimals: number }) {
  return { chainId: chain.id, chainName: chain.name, token: token.address, decimals: token.decimals };
}
