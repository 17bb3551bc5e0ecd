import { readFile, stat } from 'node:fs/promises';
import { zeroAddress } from 'viem';
import { parseAmount } from '#shared/amount.ts';
import { MAX_DECIMALS } from '../../boot/assetSettings.ts';
import type { Environment } from '../../boot/config.ts';
import { chainConstantsOf } from '../../boot/constants.ts';
import type { ChainSettings, Installation, TokenSettings } from '../../boot/installation.ts';
import { validateRpcUrls } from '../../boot/mainnetRules.ts';
import { InvalidConfig } from '../../boot/operatorError.ts';
import { majorityOf, parseContracts, parseDepth, parseGasDrop, parseGasPrice } from '../../boot/parseChain.ts';
import { addressOn, chainsOf, decimalsOn, listRoutes } from '../../boot/parseTokens.ts';
import { fillSecrets } from '../../boot/privateFiles.ts';
import { parseInstallation } from '../../boot/readConfig.ts';
import type { ReportProblem } from '../../boot/reportProblem.ts';
import { reportTo } from '../../boot/reportProblem.ts';
import { gasDropFloor, parsePrice } from '../../quotes/model/price.ts';
import type { ChainPolicy, Policy, RoutePolicy, TokenPolicy } from './policy.ts';

// A refund returns a deposit, which can be larger than the largest transfer because of the network fee.
export const REFUND_PERCENT = 120n;

/** The cap per payment that a largest transfer needs, rounded up. */
export function raiseForRefunds(max: bigint): bigint {
  return (max * REFUND_PERCENT + 99n) / 100n;
}

/**
 * The largest amount that a token's payment needs on a chain, in base units: a transfer's or, of the native token, a gas
 * drop's; 0 for a token that is never paid. Closing a route changes nothing: its deposits are refunded.
 */
export function perPayment(file: Installation, token: TokenSettings, chain: ChainSettings): bigint {
  const [transfer, drop] = [perTransfer(file, token, chain), perGasDrop(token, chain)];
  return transfer > drop ? transfer : drop;
}

function perGasDrop(token: TokenSettings, chain: ChainSettings): bigint {
  return chain.nativeToken === token.name ? parseGasDrop(() => {}, '', chain) : 0n;
}

function perTransfer(file: Installation, token: TokenSettings, chain: ChainSettings): bigint {
  const decimals = decimalsOn(token, chain);
  // What a testnet may lose says nothing about a mainnet.
  const peers = file.chains.filter(({ category }) => category === chain.category).map(({ name }) => name);
  const texts = token.transfers
    .filter(({ from, to }) => [from, to].every((name) => name === undefined || peers.includes(name)))
    .flatMap(({ max }) => max ?? []);
  if (texts.length === 0) return 0n;
  const amounts = texts.map((text) => {
    // An amount of the origin token can have more decimals than the token has here. `parseCatalog` reports a wrong
    // text.
    const parsed = parseAmount(file.lab.maxPerPayment ?? text, MAX_DECIMALS);
    const part = 10n ** BigInt(MAX_DECIMALS - decimals);
    return parsed.ok ? (parsed.amount + part - 1n) / part : 0n;
  });
  const largest = amounts.reduce((most, amount) => (amount > most ? amount : most), 0n);
  return file.lab.maxPerPayment === undefined ? raiseForRefunds(largest) : largest;
}

function tokensOn(file: Installation, chain: ChainSettings): readonly TokenPolicy[] {
  return file.tokens.flatMap((token) => {
    const address = addressOn(token, chain);
    const maxPerPayment = perPayment(file, token, chain);
    return address === undefined || maxPerPayment === 0n
      ? []
      : [{ name: token.name, address, decimals: decimalsOn(token, chain), maxPerPayment }];
  });
}

function parseQuorum(
  report: ReportProblem,
  path: string,
  view: { rpcUrls: readonly string[]; quorum?: number | undefined },
) {
  const { rpcUrls, quorum = rpcUrls.length } = view;
  if (quorum > rpcUrls.length) report(`${path}.quorum`, `must be at most ${rpcUrls.length}, the number of rpcUrls`);
  if (quorum * 2 <= rpcUrls.length) report(`${path}.quorum`, 'must be more than half of the rpcUrls');
  return quorum;
}

function parseChain(
  report: ReportProblem,
  file: Installation,
  { chain, path }: { chain: ChainSettings; path: string },
): ChainPolicy {
  const { name, id, category, family, retiredVaults, confirmations, payoutConfirmations } = chain;
  const own = file.signer.chains[name];
  const viewPath = `signer.chains.${name}`;
  if (own === undefined && category === 'Mainnet') {
    report(
      viewPath,
      'is missing. Name the signer’s own RPC endpoints: with those of the service, one provider could lie to both',
    );
  }
  const view = own ?? { rpcUrls: chain.rpcUrls, quorum: chain.quorum ?? majorityOf(chain.rpcUrls) };
  const depths = {
    confirmations: parseDepth(report, 'confirmations', { path, depth: confirmations, family }),
    payoutConfirmations: parseDepth(report, 'payoutConfirmations', { path, depth: payoutConfirmations, family }),
  };
  if (category === 'Mainnet' && own !== undefined) validateRpcUrls(report, { chain: own, path: viewPath });
  return {
    ...{ name, id, rpcUrls: view.rpcUrls, quorum: parseQuorum(report, own ? viewPath : path, view), ...depths },
    ...parseContracts(report, path, chain),
    retiredVaults,
    maxGasLimit: chainConstantsOf(chain, file).maxGasLimit,
    maxGasPrice: parseGasPrice(report, path, chain),
    maxGasDrop: parseGasDrop(report, path, chain),
    tokens: tokensOn(file, chain),
  };
}

/** The floor of a route's gas drops. `parseCatalog` reports a native token without a price. */
function floorTo(file: Installation, token: TokenSettings, { from, to }: { from: ChainSettings; to: string }): bigint {
  const destination = file.chains.find(({ name }) => name === to);
  if (destination?.maxGasDrop === undefined) return 0n;
  const priceOf = (settings: TokenSettings | undefined) => parsePrice(settings?.price ?? '1') ?? 1n;
  const native = file.tokens.find(({ name }) => name === destination.nativeToken);
  return gasDropFloor(priceOf(native), { decimals: decimalsOn(token, from), price: priceOf(token) });
}

function listRoutePolicies(report: ReportProblem, file: Installation): readonly RoutePolicy[] {
  const closed = new Set(file.chains.filter(({ status }) => status === 'closed').map(({ name }) => name));
  return file.tokens.flatMap((token, index) =>
    listRoutes(file, token, `tokens.${index}`).flatMap(({ from, to, transfer, path }) => {
      const origin = chainsOf(file, token).find(({ name }) => name === from);
      const { feeFloor, minFee: text = feeFloor } = transfer;
      if (!origin || text === undefined) return [];
      const decimals = decimalsOn(token, origin);
      const parsed = parseAmount(text, decimals);
      // `parseCatalog` parses no route of a closed chain.
      if (!parsed.ok) report(`${path}.minFee`, `must fit the token's ${decimals} decimals on ${from}, not ${text}`);
      // An endpoint of a chain that the service no longer reads could invent deposits there.
      if (closed.has(from) || closed.has(to)) return [];
      const floor = floorTo(file, token, { from: origin, to });
      return [{ token: token.name, from, to, minFee: parsed.ok ? parsed.amount : 0n, gasDropFloor: floor }];
    }),
  );
}

/**
 * What a file allows the signer to sign, and the endpoints with which it verifies a deposit. Nothing else in the file
 * reaches the signer. Closed chains are included, without routes: their vaults may have paid.
 */
export function toPolicy(report: ReportProblem, file: Installation): Policy {
  const { hotWallet = zeroAddress, formerHotWallets } = file;
  if (formerHotWallets.includes(hotWallet)) report('formerHotWallets', 'must not list the hot wallet itself');
  const chains = file.chains.map((chain, index) => parseChain(report, file, { chain, path: `chains.${index}` }));
  const { listen, clients } = file.signer;
  const remote = listen === undefined || clients === undefined ? null : { listen, clients };
  return { hotWallet, formerHotWallets, chains, routes: listRoutePolicies(report, file), remote };
}

/**
 * Parses an installation file's text into the signer's view of it. The URLs keep their references to secrets. What the
 * service refuses, the signer refuses too.
 * @throws InvalidConfig with a sentence for each wrong setting
 */
export function parsePolicy(text: string): Policy {
  const problems: string[] = [];
  const file = parseInstallation(text, problems);
  const policy = file && toPolicy(reportTo(problems), file.installation);
  if (problems.length > 0 || !policy) throw new InvalidConfig(problems);
  return policy;
}

/**
 * Reads the signer's own copy of the installation file, which only its owner can change, and puts the signer's secrets
 * into its URLs.
 * @throws InvalidConfig
 */
export async function readPolicy(path: string, env: Environment): Promise<Policy> {
  const status = await stat(path).catch(() => null);
  const text = await readFile(path, 'utf8').catch(() => null);
  if (!status || text === null)
    throw new InvalidConfig([
      `CAUSEWAY_INSTALLATION is ${path}, but the signer cannot read that file. Correct the path or its permissions.`,
    ]);
  if (process.platform !== 'win32' && (status.mode & 0o022) !== 0) {
    throw new InvalidConfig([
      `${path} says what the signer may sign, but other accounts can change it. Run: chmod go-w ${path}`,
    ]);
  }
  const policy = parsePolicy(text);
  const problems: string[] = [];
  const chains = policy.chains.map(async (chain) => ({
    ...chain,
    rpcUrls: await fillSecrets(chain.rpcUrls, { path: `signer.chains.${chain.name}.rpcUrls`, problems, env }),
  }));
  const filled = { ...policy, chains: await Promise.all(chains) };
  if (problems.length > 0) throw new InvalidConfig(problems);
  return filled;
}
