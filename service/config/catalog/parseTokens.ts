import { parseAmount } from '#shared/amount.ts';
import type { Deployment, Token } from '../../domain/catalog.ts';
import type { PriceFeed } from '../../domain/priceFeed.ts';
import type { ConfigFile } from '../configFileSchema.ts';
import { parseSweep } from './parseSweep.ts';
import type { ReportProblem } from './reportProblem.ts';
import { parsePositiveDecimal, reportDuplicates } from './reportProblem.ts';

function validateTokenChains(report: ReportProblem, { tokens, chains }: ConfigFile): void {
  const known = new Set(chains.map(({ name }) => name));
  tokens.forEach((token, index) => {
    for (const chainName of Object.keys(token.deployments)) {
      if (!known.has(chainName)) {
        report(`tokens.${index}.deployments.${chainName}`, 'names a chain that "chains" does not list');
      }
    }
  });
}

function validateTokenAddresses(report: ReportProblem, { tokens, chains }: ConfigFile): void {
  for (const chain of chains) {
    const addresses = tokens.flatMap((token) => token.deployments[chain.name]?.address ?? []);
    const seen = new Set<string>();
    const shared = new Set<string>();
    for (const address of addresses) (seen.has(address) ? shared : seen).add(address);
    for (const address of shared) {
      report('tokens', `must have different addresses on ${chain.name}, but two tokens share ${address}`);
    }
  }
}

type FeedSource = Pick<ConfigFile['tokens'][number], 'deployments' | 'priceFeed'> & { readonly file: ConfigFile };

/** A test network's feed has no real price, so the money of a mainnet must not depend on it. */
function parseFeed(
  report: ReportProblem,
  path: string,
  { file, priceFeed, deployments }: FeedSource,
): PriceFeed | null {
  if (!priceFeed) return null;
  const { second = null, ...first } = priceFeed;
  const categoryOf = (chainName: string) => file.chains.find(({ name }) => name === chainName)?.category;
  const isReal = Object.keys(deployments).some((chainName) => categoryOf(chainName) === 'Mainnet');
  for (const { at, chain } of [
    { at: path, chain: first.chain },
    ...(second ? [{ at: `${path}.second`, chain: second.chain }] : []),
  ]) {
    const category = categoryOf(chain);
    if (category === undefined) report(`${at}.chain`, `is ${chain}, but "chains" does not list it`);
    else if (isReal && category !== 'Mainnet')
      report(`${at}.chain`, `is ${chain}, a testnet, but the token is on a mainnet`);
  }
  if (second && second.chain === first.chain && second.address === first.address) {
    report(`${path}.second`, 'must be another feed than the first one');
  }
  return { ...first, second };
}

function parseDeployment(
  report: ReportProblem,
  path: string,
  { handlingMinimum, sweep, ...deployment }: ConfigFile['tokens'][number]['deployments'][string],
): Deployment {
  const rule = sweep && { sweep: parseSweep(report, `${path}.sweep`, { ...sweep, decimals: deployment.decimals }) };
  if (handlingMinimum === undefined) return { ...deployment, ...rule };
  const parsed = parseAmount(handlingMinimum, deployment.decimals);
  if (parsed.ok) return { ...deployment, ...rule, handlingMinimum: parsed.amount };
  report(`${path}.handlingMinimum`, `must have at most ${deployment.decimals} decimals, not ${handlingMinimum}`);
  return { ...deployment, ...rule };
}

export function parseTokens(report: ReportProblem, file: ConfigFile): readonly Token[] {
  const names = file.tokens.map(({ name }) => name);
  reportDuplicates(report, 'tokens', names);
  validateTokenChains(report, file);
  validateTokenAddresses(report, file);
  return file.tokens.map(({ name, price, priceFeed, deployments }, index) => ({
    name,
    feed: parseFeed(report, `tokens.${index}.priceFeed`, { file, priceFeed, deployments }),
    price: parsePositiveDecimal(report, `tokens.${index}.price`, price),
    deployments: new Map(
      Object.entries(deployments).map(([chain, deployment]) => [
        chain,
        parseDeployment(report, `tokens.${index}.deployments.${chain}`, deployment),
      ]),
    ),
  }));
}
