import type { Address } from 'viem';
import { formatUnits } from 'viem';
import type { Answers, ChainAnswers, TokenAnswers } from './answers.ts';
import type { Deployed } from './deployChain.ts';
import { perPayment } from './deployChain.ts';

export type Facts = {
  readonly hotWallet: Address;
  /** By chain name. */
  readonly deployed: Readonly<Record<string, Required<Deployed>>>;
  /** By chain name, then by token name. */
  readonly decimals: Readonly<Record<string, Readonly<Record<string, number>>>>;
};

const FINALITY_FLOOR = 12;

function factsOf<T>(record: Readonly<Record<string, T>>, key: string): T {
  const found = record[key];
  if (found === undefined) throw new Error(`nothing is known of ${key}`);
  return found;
}

const deploymentsOf = ({ name, addresses }: TokenAnswers, { decimals }: Facts) =>
  Object.fromEntries(
    Object.entries(addresses).map(([chain, address]) => [
      chain,
      { address, decimals: factsOf(factsOf(decimals, chain), name) },
    ]),
  );

function listRoutes({ tokens }: Answers) {
  return tokens.flatMap(({ name, addresses, limits }) => {
    if (limits === undefined) return [];
    const { maxPerWindow: _window, ...route } = limits;
    const chains = Object.keys(addresses);
    return chains.flatMap((from) =>
      chains.filter((to) => to !== from).map((to) => ({ token: name, from, to, ...route })),
    );
  });
}

/** A secret URL stays in its file. */
const toEntries = (urls: readonly string[], { secrets = {} }: Answers) =>
  urls.map((url) => (secrets[url] === undefined ? url : { file: secrets[url] }));

/** Where an answer is absent, the family of the chain decides, for the service and for the signer. */
function depthsOf({ family, confirmations, payoutConfirmations }: ChainAnswers) {
  return {
    ...(family !== undefined && { family }),
    ...(confirmations !== undefined && { confirmations }),
    ...(payoutConfirmations !== undefined && { payoutConfirmations }),
  };
}

function serviceChain(answers: Answers, chain: ChainAnswers, { hotWallet, deployed }: Facts) {
  const { name, id, category, rpcUrls, confirmations } = chain;
  const needsFinality = category === 'Mainnet' && typeof confirmations === 'number';
  return {
    ...{
      name,
      id,
      category,
      rpcUrls: toEntries(rpcUrls, answers),
      ...factsOf(deployed, name),
      hotWallet,
      ...depthsOf(chain),
    },
    ...(needsFinality && { finality: Math.max(confirmations, FINALITY_FLOOR) }),
    ...(chain.exposureCap !== undefined && { exposureCap: chain.exposureCap }),
    maxGasPriceGwei: chain.maxGasPriceGwei,
    nativeToken: chain.nativeToken,
  };
}

/** The configuration file of the service. The API and the worker have their own operator's ports. */
export function createServiceFile(answers: Answers, facts: Facts, role: 'api' | 'worker') {
  const { ports, listen, apiUrl, trustProxy, priceCurrency, pricesAsOf, approval, chains, tokens } = answers;
  return {
    http: { host: listen, port: ports.api, prefix: new URL(apiUrl).pathname.replace(/\/+$/, ''), trustProxy },
    operator: { host: listen, port: role === 'api' ? ports.apiOperator : ports.workerOperator },
    priceCurrency,
    pricesAsOf,
    ...(approval && { approval }),
    chains: chains.map((chain) => serviceChain(answers, chain, facts)),
    tokens: tokens.map((token) => ({
      ...{ name: token.name, price: token.price },
      ...(token.priceFeed && { priceFeed: token.priceFeed }),
      deployments: deploymentsOf(token, facts),
    })),
    routes: listRoutes(answers),
  };
}

/** The policy of the signer, which covers every route of the service and nothing else. */
export function createPolicyFile(answers: Answers, facts: Facts) {
  const policyToken = (token: TokenAnswers, chainName: string) => {
    const deployment = deploymentsOf(token, facts)[chainName];
    if (deployment === undefined || token.limits === undefined) return [];
    const largest = formatUnits(perPayment(token.limits.max, deployment.decimals), deployment.decimals);
    return [{ name: token.name, ...deployment, maxPerPayment: largest }];
  };
  return {
    hotWallet: facts.hotWallet,
    chains: answers.chains.map((chain) => {
      const { depositContract, vault } = factsOf(facts.deployed, chain.name);
      const { name, id, category, maxGasPriceGwei } = chain;
      return {
        ...{
          name,
          id,
          category,
          rpcUrls: toEntries(chain.signerRpcUrls ?? chain.rpcUrls, answers),
          ...depthsOf(chain),
        },
        ...{ depositContract, vault, maxGasLimit: 8_000_000, maxGasPriceGwei },
        tokens: answers.tokens.flatMap((token) => policyToken(token, name)),
      };
    }),
    routes: listRoutes(answers).map(({ token, from, to, feeFloor }) => ({ token, from, to, minFee: feeFloor })),
  };
}

/** The configuration of the web app. It has no secret: every visitor reads it. */
export function createWebFile(answers: Answers, facts: Facts) {
  return {
    installation: answers.installation,
    service: { baseUrl: answers.apiUrl },
    chains: answers.chains.map((chain) => {
      const { depositContract, vault } = factsOf(facts.deployed, chain.name);
      return {
        ...{ name: chain.name, id: chain.id, rpcUrls: chain.publicRpcUrls ?? chain.rpcUrls, depositContract, vault },
        blockTimeMs: chain.blockTimeMs,
        nativeCurrency: { name: chain.nativeToken, symbol: chain.nativeToken, decimals: 18 },
        ...(chain.explorerUrl !== undefined && { explorerUrl: chain.explorerUrl }),
        ...(chain.category === 'Testnet' && { testnet: true }),
        tokens: answers.tokens.flatMap((token) => {
          const deployment = deploymentsOf(token, facts)[chain.name];
          if (deployment === undefined) return [];
          return [{ name: token.name, ...deployment, ...(token.resetsAllowance && { resetsAllowance: true }) }];
        }),
      };
    }),
  };
}
