import type { Address } from 'viem';
import type { ChainClient } from '../../chain/chainClient.ts';
import { readFunds } from '../../chain/funds.ts';
import { readReserved } from '../../db/obligations.ts';
import type { Chain, PinnedToken } from '../../domain/catalog.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandRefused } from '../command.ts';
import { formatTable, formatTokenAmount } from '../format.ts';
import { expectArguments } from '../parseArguments.ts';

type Holding = {
  readonly chain: string;
  readonly token: string;
  readonly address: Address;
  readonly decimals: number;
  readonly balance: bigint;
  /** The amount that the vault's window still allows. */
  readonly spendable: bigint;
  readonly reserved: bigint;
  /** The amount for payments that are not signed yet; negative when more is signed than the vault has. */
  readonly free: bigint;
};

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
    ...{ chain: client.chain.name, token: token.name, address, decimals, balance, spendable, reserved },
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

function toRow(holding: Holding): readonly string[] {
  const { chain, token, decimals, balance, spendable, reserved, free } = holding;
  const format = (amount: bigint) => formatTokenAmount(amount, { name: token, decimals });
  return [chain, format(balance), format(spendable), format(reserved), format(free)];
}

export const liquidityCommand: Command = {
  name: 'liquidity',
  usages: [''],
  summary: "read the vaults' funds from the chains now",
  details:
    'Window is the amount that the vault still allows in its window. Reserved is the amount that signed payments will still take. Free is the smaller of balance and window, minus reserved.',
  options: {},
  isChange: false,
  parse: ({ args }) => {
    expectArguments(args, []);
    return async (context) => {
      const perChain = await Promise.all([...context.clients.values()].map((client) => readChain(context, client)));
      const holdings = perChain.flat();
      const headings = ['chain', 'balance', 'window', 'reserved', 'free'];
      return { json: holdings, lines: formatTable(headings, holdings.map(toRow)) };
    };
  },
};
