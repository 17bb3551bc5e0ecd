import type { PublicClient } from 'viem';
import { erc20Abi, formatUnits, isAddressEqual, zeroAddress } from 'viem';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import { NATIVE_DECIMALS } from '#shared/amount.ts';
import type { Catalog, Chain, Route } from '../../boot/model/catalog.ts';
import { isOpen, maxGasDropOf } from '../../boot/model/catalog.ts';
import { assumedGas } from '../../boot/model/chainFamily.ts';
import type { Depth } from '../../chain/model/depth.ts';
import { BLOCK_TAGS } from '../../chain/model/depth.ts';
import { findGasDropProblem, GAS_DROP_FIX, listPaidTokens } from '../../chain/verifyVault.ts';
import { REFUND_PERCENT, raiseForRefunds } from '../../signer/process/policyFile.ts';
import type { Contracts } from '../setup/contracts.ts';
import { connectTo, readTokenFacts } from '../setup/endpoints.ts';
import { checkBytecode } from './checkBytecode.ts';
import type { Check, Finding } from './finding.ts';
import { failed, passed } from './finding.ts';
import type { ChainEndpoint } from './readInstallation.ts';
import { connectEndpointsOf } from './readInstallation.ts';

// The most payments that can be in flight on a chain.
const MAX_OPEN_SENDS = 16n;

/** The checks of one chain and its contracts. */
export function chainChecks(
  catalog: Catalog,
  { chain, contracts, now }: { readonly chain: Chain; readonly contracts: Contracts; readonly now: Date },
): readonly Check[] {
  const { name } = chain;
  const endpoints = connectEndpointsOf(chain);
  const client = endpoints[0]?.client ?? connectTo('');
  const rpcFix = `Correct rpcUrls of ${name}, or start the node`;
  const vaultFix = `Let the owner of the vault ${chain.vault} act, as the message says`;
  return [
    ...endpoints.map((endpoint) => ({
      name: `${name}: ${endpoint.label}`,
      fix: rpcFix,
      run: () => checkEndpoint(chain, endpoint, now),
    })),
    { name: `${name}: contracts`, fix: rpcFix, run: () => checkBytecode(chain, endpoints, contracts) },
    { name: `${name}: vault`, fix: vaultFix, run: () => checkVault(catalog, chain, client) },
    { name: `${name}: gas`, fix: rpcFix, run: () => checkGas(catalog, chain, client) },
    ...catalog.tokens.map((token) => ({
      name: `${name}: ${token.name}`,
      fix: `Correct the address of ${token.name} on ${name}`,
      run: () => checkToken(catalog, chain, { client, tokenName: token.name }),
    })),
  ];
}

async function checkEndpoint(chain: Chain, { label, client }: ChainEndpoint, now: Date): Promise<readonly Finding[]> {
  const check = `${chain.name}: ${label}`;
  const fix = `Correct rpcUrls of ${chain.name}, or change the provider`;
  const id = await client.getChainId();
  if (id !== chain.id) return [failed(check, `serves chain ${id}, not ${chain.id}`, fix)];
  const head = await client.getBlock();
  const age = Math.round(now.getTime() / 1000) - Number(head.timestamp);
  if (age > chain.maxHeadAgeSeconds) {
    return [
      failed(check, `its newest block is ${age} s old, and maxHeadAgeSeconds is ${chain.maxHeadAgeSeconds}`, fix),
    ];
  }
  const tags = await Promise.all(
    BLOCK_TAGS.map(async (tag) => ({ tag, block: await client.getBlock({ blockTag: tag }).catch(() => null) })),
  );
  const used = listDepths(chain);
  const missing = tags.filter(({ tag, block }) => block === null && used.includes(tag)).map(({ tag }) => tag);
  if (missing.length > 0) {
    return [
      failed(check, `it knows no block with the tag ${missing.join(' or ')}, on which the chain's depths depend`, fix),
    ];
  }
  const shown = tags.map(({ tag, block }) =>
    block ? `${tag} ${head.number - block.number} blocks behind` : `no tag ${tag}, and no depth uses it`,
  );
  return [passed(check, `chain ${id}, block ${head.number}, ${shown.join(', ')}`)];
}

function listDepths({ confirmations, confirmationTiers, finality, payoutConfirmations }: Chain): readonly Depth[] {
  return [confirmations, finality, payoutConfirmations, ...confirmationTiers.map((tier) => tier.confirmations)];
}

async function checkVault(catalog: Catalog, chain: Chain, client: PublicClient): Promise<readonly Finding[]> {
  const check = `${chain.name}: vault`;
  const call = { address: chain.vault, abi: vaultAbi } as const;
  const [isPayer, isPaused] = await Promise.all([
    client.readContract({ ...call, functionName: 'isPayer', args: [chain.hotWallet] }),
    client.readContract({ ...call, functionName: 'paused' }),
  ]);
  if (!isPayer)
    return [
      failed(
        check,
        `the hot wallet ${chain.hotWallet} is not a payer`,
        'Let the owner schedule addPayer, or correct hotWallet',
      ),
    ];
  if (isPaused) return [failed(check, 'it is paused and pays nothing', 'docs/runbook.md#causewaypaymentsstopped')];
  const problem = await findGasDropProblem(chain, client);
  if (problem !== null) return [failed(`${chain.name}: vault: gas drops`, problem, GAS_DROP_FIX)];
  const caps = await checkCaps(catalog, chain, client);
  return [passed(check, 'the hot wallet is a payer, and it is not paused'), ...caps];
}

/** Whether a vault's caps cover the largest transfer of each token. */
export async function checkCaps(
  catalog: Catalog,
  chain: Chain,
  client: Pick<PublicClient, 'readContract'>,
): Promise<readonly Finding[]> {
  const caps = listPaidTokens(catalog, chain).map(async ({ name, address }) => {
    const call = { address: chain.vault, abi: vaultAbi, functionName: 'capOf', args: [address] } as const;
    const { perPayment, perWindow } = await client.readContract(call);
    const { decimals } = catalog.tokens.find((token) => token.name === name)?.deployments.get(chain.name) ?? {
      decimals: 0,
    };
    const transfer = {
      needed: raiseForRefunds(largestTransfer(catalog, chain, name)),
      covered: 'the largest transfer, and its refund',
      missed: `${REFUND_PERCENT} % of the largest transfer: a refund returns the network fee too`,
      toLower: `max of the routes of ${name}`,
    };
    const needed = largestGasDrop(catalog, chain, name);
    const gasDrop = { needed, covered: 'maxGasDrop', missed: `maxGasDrop of ${chain.name}`, toLower: 'maxGasDrop' };
    const most = gasDrop.needed > transfer.needed ? gasDrop : transfer;
    const cap = perPayment < perWindow ? perPayment : perWindow;
    const format = (amount: bigint) => formatUnits(amount, decimals);
    const check = `${chain.name}: vault: cap of ${name}`;
    return cap >= most.needed
      ? passed(check, `${format(cap)} covers ${most.covered}`)
      : failed(
          check,
          `it is ${format(cap)}, below ${format(most.needed)}, ${most.missed}`,
          `Lower ${most.toLower}, or let the owner schedule setCap`,
        );
  });
  return Promise.all(caps);
}

/** The largest deposit or payout of a route on this chain, in base units of the token here. */
function largestTransfer(catalog: Catalog, chain: Chain, tokenName: string): bigint {
  const deposits = catalog.routes
    .filter(({ token, origin }) => token.name === tokenName && origin.id === chain.id)
    .map(({ max }) => max);
  const payout = largestPayout(catalog, chain, tokenName);
  return deposits.reduce((most, one) => (one > most ? one : most), payout);
}

/** In base units of the token on this chain. */
function largestPayout({ routes }: Catalog, chain: Chain, tokenName: string): bigint {
  return routes
    .filter(({ token, destination }) => token.name === tokenName && destination.id === chain.id)
    .map(({ max, originToken, destinationToken }) => {
      return (max * 10n ** BigInt(destinationToken.decimals)) / 10n ** BigInt(originToken.decimals);
    })
    .reduce((most, one) => (one > most ? one : most), 0n);
}

/** The largest gas drop that a vault pays in a token, in wei; 0 unless it is the native one. */
function largestGasDrop({ routes }: Catalog, chain: Chain, tokenName: string): bigint {
  const offersGas = (route: Route) =>
    isOpen(route) && route.destination.id === chain.id && maxGasDropOf(chain, route.destinationToken.address) > 0n;
  return tokenName === chain.nativeToken && routes.some(offersGas) ? chain.maxGasDrop : 0n;
}

async function checkGas(catalog: Catalog, chain: Chain, client: PublicClient): Promise<readonly Finding[]> {
  const check = `${chain.name}: gas of the hot wallet`;
  const [balance, gasPrice] = await Promise.all([
    client.getBalance({ address: chain.hotWallet }),
    client.getGasPrice(),
  ]);
  const gas = catalog.routes.reduce((most, { payoutGas }) => {
    const charged = payoutGas ?? assumedGas(chain);
    return charged > most ? charged : most;
  }, 0n);
  // The service signs for up to twice the price.
  const needed = MAX_OPEN_SENDS * gas * gasPrice * 2n;
  const format = (amount: bigint) => formatUnits(amount, NATIVE_DECIMALS);
  return [
    balance >= needed && balance > 0n
      ? passed(check, `${format(balance)}, and ${MAX_OPEN_SENDS} payments need ${format(needed)}`)
      : failed(
          check,
          `${format(balance)}, but ${MAX_OPEN_SENDS} payments need ${format(needed)}`,
          `Send native tokens to ${chain.hotWallet} on ${chain.name}`,
        ),
  ];
}

type TokenCheck = { readonly client: PublicClient; readonly tokenName: string };

async function checkToken(
  catalog: Catalog,
  chain: Chain,
  { client, tokenName }: TokenCheck,
): Promise<readonly Finding[]> {
  const check = `${chain.name}: ${tokenName}`;
  const deployment = catalog.tokens.find(({ name }) => name === tokenName)?.deployments.get(chain.name);
  if (!deployment) return [];
  const { address, decimals } = deployment;
  const facts = await readTokenFacts(client, address);
  if (facts.decimals !== decimals)
    return [
      failed(check, `the contract has ${facts.decimals} decimals, not ${decimals}`, `Correct decimals of ${tokenName}`),
    ];
  if (facts.symbol !== null && !facts.symbol.toLowerCase().includes(tokenName.toLowerCase()))
    return [
      failed(
        check,
        `the contract calls itself ${facts.symbol}`,
        `Correct the address of ${tokenName} on ${chain.name}`,
      ),
    ];
  const [payout, gasDrop] = [largestPayout(catalog, chain, tokenName), largestGasDrop(catalog, chain, tokenName)];
  const needed = payout > gasDrop ? payout : gasDrop;
  if (needed === 0n) return [passed(check, `${decimals} decimals`)];
  const balance = isAddressEqual(address, zeroAddress)
    ? await client.getBalance({ address: chain.vault })
    : await client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [chain.vault] });
  const format = (amount: bigint) => `${formatUnits(amount, decimals)} ${tokenName}`;
  return [
    balance >= needed
      ? passed(check, `${facts.symbol ?? 'native'}, ${decimals} decimals, the vault has ${format(balance)}`)
      : failed(
          check,
          `the vault has ${format(balance)}, but the largest ${gasDrop > payout ? 'gas drop' : 'transfer'} pays ${format(needed)}`,
          `Send ${format(needed - balance)} to ${chain.vault} on ${chain.name}`,
        ),
  ];
}
