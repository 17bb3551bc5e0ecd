import { getAddress, zeroAddress } from 'viem';
import { encodeDeposit } from '#client/depositEncoder.ts';
import { convertRoundingDown } from '#shared/amount.ts';
import { parseConfig } from '#shared/config/runtimeConfig.ts';
import type { Build } from '#shared/wire/build.ts';
import type { PairInfo } from '#shared/wire/pairs.ts';
import type { Offer, Routes } from '../../../src/api/offer.ts';
import { createOfferSorter } from '../../../src/api/offer.ts';
import type { Route } from '../../../src/config/registry.ts';
import { createRegistry, joinRoute } from '../../../src/config/registry.ts';
import type { Intent } from '../../../src/transfer/model/intent.ts';
import type { TransferTerms } from '../../../src/transfer/model/transferTerms.ts';

const address = (digit: string) => getAddress(`0x${digit.repeat(40)}`);

export const ACCOUNT = address('a');
export const OTHER_ACCOUNT = address('b');
export const VAULT = address('c');

/** Two chains with USDC (6 decimals on both), WBTC (8 and 18 decimals) and the native token. */
export const config = await parseConfig({
  service: { baseUrl: 'http://127.0.0.1:8787/api/v1', category: 'Testnet' },
  chains: [
    {
      name: 'Northshore',
      id: 31337,
      rpcUrls: ['http://127.0.0.1:8545'],
      depositContract: address('1'),
      vault: VAULT,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      tokens: [
        { name: 'USDC', address: address('3'), decimals: 6 },
        { name: 'WBTC', address: address('4'), decimals: 8 },
        { name: 'ETH', address: zeroAddress, decimals: 18 },
      ],
    },
    {
      name: 'Southshore',
      id: 31338,
      rpcUrls: ['http://127.0.0.1:8546'],
      depositContract: address('5'),
      vault: address('6'),
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      tokens: [
        { name: 'USDC', address: address('7'), decimals: 6 },
        { name: 'WBTC', address: address('8'), decimals: 18 },
        { name: 'ETH', address: zeroAddress, decimals: 18 },
      ],
    },
  ],
});

export const registry = createRegistry(config);

/** An honest service's pair for a token. */
export function pairOf(
  tokenName: string,
  [from, to]: readonly [string, string] = ['Northshore', 'Southshore'],
): PairInfo {
  const [origin, destination] = [from, to].map((name) => config.chains.find((chain) => chain.name === name));
  const originToken = origin?.tokens.find((token) => token.name === tokenName);
  const destinationToken = destination?.tokens.find((token) => token.name === tokenName);
  if (!origin || !destination || !originToken || !destinationToken)
    throw new Error(`The fixtures have no token ${tokenName}.`);
  const unit = 10n ** BigInt(originToken.decimals);
  return {
    depositContract: origin.depositContract,
    tokenName,
    min: { amount: unit, decimals: originToken.decimals },
    max: { amount: 1000n * unit, decimals: originToken.decimals },
    available: true,
    usualSeconds: 40,
    gasDrop: null,
    origin: {
      chainId: origin.id,
      chainName: origin.name,
      token: originToken.address,
      decimals: originToken.decimals,
      price: null,
    },
    destination: {
      chainId: destination.id,
      chainName: destination.name,
      token: destinationToken.address,
      decimals: destinationToken.decimals,
      price: null,
    },
  };
}

/** Routes between any chains, as the app indexes them. */
export function routesOf(first: Route, ...others: readonly Route[]): Routes {
  const all = [first, ...others];
  const origins = new Set(all.map(({ origin }) => origin.name));
  const tokens = new Set(all.map(({ originToken }) => originToken));
  return {
    first,
    all,
    byOrigin: new Map([...origins].map((name) => [name, all.filter((route) => route.origin.name === name)])),
    byToken: new Map([...tokens].map((token) => [token, all.filter((route) => route.originToken === token)])),
  };
}

/** The pairs as the app sorts them. */
export function offerOf(pairs: readonly PairInfo[], allowsUnpinned = false): Offer {
  const { add, offer } = createOfferSorter({ ...registry, allowsUnpinned });
  pairs.forEach(add);
  return offer();
}

export function routeFor(tokenName: string, chains?: readonly [string, string]): Route {
  const route = joinRoute(registry, pairOf(tokenName, chains));
  if (!route) throw new Error(`The registry of the fixtures has no route for ${tokenName}.`);
  return route;
}

export function intentFor(route: Route, includesGasFee = false): Intent {
  return {
    account: ACCOUNT,
    recipient: OTHER_ACCOUNT,
    originChainId: route.origin.id,
    destinationChainId: route.destination.id,
    tokenName: route.pair.tokenName,
    amountText: '100',
    amount: 100n * 10n ** BigInt(route.originToken.decimals),
    includesGasFee,
    exactReceive: null,
    gasDrop: 0n,
  };
}

/** An honest service's build for an intent. */
export function honestBuild(intent: Intent, route: Route): Build {
  const { decimals } = route.originToken;
  const gasFee = 5n * 10n ** BigInt(decimals - 2);
  const bridgeFee = 10n ** BigInt(decimals - 1);
  const send = intent.includesGasFee ? intent.amount : intent.amount + gasFee;
  const receive = convertRoundingDown({ amount: send - gasFee - bridgeFee, decimals }, route.destinationToken.decimals);
  const inOrigin = (amount: bigint) => ({ amount, decimals });
  return {
    bridgeFee: inOrigin(bridgeFee),
    gasFee: inOrigin(gasFee),
    input: inOrigin(intent.amount),
    min: route.pair.min,
    max: route.pair.max,
    send: inOrigin(send),
    receive: { amount: receive, decimals: route.destinationToken.decimals },
    originChainName: route.origin.name,
    destinationChainName: route.destination.name,
    tokenName: route.pair.tokenName,
    networkType: 1,
    validUntilMs: null,
    gasDrop: intent.gasDrop === 0n ? null : { amount: intent.gasDrop, decimals: 18 },
    approvalReset: null,
    approval: null,
    transfer: {
      from: intent.account,
      to: route.origin.depositContract,
      data: encodeDeposit({
        recipient: intent.recipient,
        gasDrop: intent.gasDrop,
        token: route.originToken.address,
        maker: VAULT,
        amount: send,
        destinationChainId: route.destination.id,
      }),
      value: route.originToken.address === zeroAddress ? send : 0n,
    },
  };
}

/** The optional fields of a receipt, from a service that sends none of them. */
export const NO_RECEIPT_ADDITIONS = {
  depositedAtMs: null,
  deliveredAtMs: null,
  sender: null,
  recipient: null,
  bridgeFee: null,
  gasFee: null,
  gasReceived: null,
  deposits: null,
} as const;

export const terms: TransferTerms & { readonly receive: bigint } = {
  id: 'one',
  createdAt: 1_800_000_000_000,
  account: ACCOUNT,
  recipient: OTHER_ACCOUNT,
  tokenName: 'USDC',
  typed: 100_000_000n,
  knownDuplicates: [],
  origin: { chainId: 31337, chainName: 'Northshore', token: address('3'), decimals: 6 },
  destination: { chainId: 31338, chainName: 'Southshore', token: address('7'), decimals: 6 },
  send: 100_050_000n,
  receive: 99_900_000n,
  gasDrop: 0n,
  deposit: {
    to: address('1'),
    data: encodeDeposit({
      recipient: OTHER_ACCOUNT,
      token: address('3'),
      maker: VAULT,
      amount: 100_050_000n,
      destinationChainId: 31338,
    }),
    value: 0n,
  },
  maker: VAULT,
  resetsAllowance: false,
  validUntilMs: null,
  usualSeconds: 40,
};
