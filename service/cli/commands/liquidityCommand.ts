import type { ChainClient } from '../../chain/chainClient.ts';
import { readFunds } from '../../chain/funds.ts';
import { readOutflow } from '../../db/liquidity.ts';
import { readReserved } from '../../db/obligations.ts';
import type { Chain, PinnedToken } from '../../domain/catalog.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandRefused } from '../command.ts';
import { requireChain } from '../findInCatalog.ts';
import { formatTable, formatTokenAmount } from '../format.ts';
import { expectArguments, parseCount } from '../parseArguments.ts';
import type { Holding, SharedHolding } from './vaultShares.ts';
import { compareShares, parseShares } from './vaultShares.ts';

async function readHolding(
  { database }: CommandContext,
  client: ChainClient,
  { token, deployment }: PinnedToken,
): Promise<Holding> {
  const { address, decimals } = deployment;
  const { balance, spendable, atBlock } = await readFunds(client, address);
  const reserved = await readReserved(database, { chainId: client.chain.id, token: address, atBlock });
  const usable = spendable < balance ? spendable : balance;
  return {
    ...{
      chain: client.chain.name,
      chainId: client.chain.id,
      token: token.name,
      address,
      decimals,
      balance,
      spendable,
      reserved,
    },
    free: usable - reserved,
  };
}

function listTokens({ catalog }: CommandContext, chain: Chain): readonly PinnedToken[] {
  return catalog.tokens.flatMap((token) => {
    const deployment = token.deployments.get(chain.name);
    const isRouted = catalog.routes.some(
      (route) => route.token.name === token.name && (route.origin.id === chain.id || route.destination.id === chain.id),
    );
    return deployment && isRouted ? [{ token, deployment }] : [];
  });
}

async function readChain(context: CommandContext, client: ChainClient): Promise<readonly Holding[]> {
  try {
    return await Promise.all(listTokens(context, client.chain).map((token) => readHolding(context, client, token)));
  } catch (error) {
    throw new CommandRefused(
      `The vault's funds on ${client.chain.name} could not be read: an RPC did not answer, or a token did not answer balanceOf, or the vault did not answer. Look at the chain's rpcUrls and tokens in the configuration.`,
      { cause: error },
    );
  }
}

function toRow(holding: SharedHolding): readonly string[] {
  const { chain, token, decimals, balance, spendable, reserved, free, surplus } = holding;
  const format = (amount: bigint) => formatTokenAmount(amount, { name: token, decimals });
  return [chain, format(balance), format(spendable), format(reserved), format(free), format(surplus)];
}

const MAX_DAYS = 365;

export const liquidityCommand: Command = {
  name: 'liquidity',
  usages: [''],
  summary: "read the vaults' funds from the chains now, and compare each vault with its share",
  details:
    'Window is the amount that the vault still allows in its window. Reserved is the amount that signed payments will still take. Free is the smaller of balance and window, minus reserved. Surplus is what the vault has above its share of the token, or a negative number for what it lacks. A fifth of a token is divided equally, and the rest by what the vaults paid in the last days. Only the owners of the vaults can move funds.',
  options: {
    days: { value: '<n>', help: `days of payments that the shares follow, up to ${MAX_DAYS} (default: 7)` },
    shares: { value: '<list>', help: 'the shares instead, such as Northshore=60,Southshore=40' },
  },
  isChange: false,
  parse: ({ args, options }) => {
    expectArguments(args, []);
    const days = parseCount('days', options.days ?? '7', MAX_DAYS);
    const shares = options.shares === undefined ? null : parseShares(options.shares);
    return async (context) => {
      for (const chain of shares?.keys() ?? []) requireChain(context.catalog, chain);
      const perChain = await Promise.all([...context.clients.values()].map((client) => readChain(context, client)));
      const holdings = compareShares(perChain.flat(), shares ?? (await readOutflow(context.database, days)));
      const headings = ['chain', 'balance', 'window', 'reserved', 'free', 'surplus'];
      return { json: { holdings }, lines: formatTable(headings, holdings.map(toRow)) };
    };
  },
};
