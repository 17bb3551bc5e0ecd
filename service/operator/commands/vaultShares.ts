import type { Address } from 'viem';
import { convertRoundingDown } from '#shared/amount.ts';
import type { Chain, PinnedToken } from '../../boot/model/catalog.ts';
import type { ChainClient } from '../../chain/chainClient.ts';
import { readReserved } from '../../payments/obligations.ts';
import { readFunds } from '../../quotes/funds.ts';
import type { Outflow } from '../../quotes/liquidity.ts';
import { readOutflow } from '../../quotes/liquidity.ts';
import type { CommandContext } from './command.ts';
import { CommandRefused, formatTable, formatTokenAmount, UsageError } from './command.ts';

// A vault without recent payments also keeps a share, so that it can pay.
const EQUAL_PERCENT = 20n;

/** A chain's vault funds in one token. */
export type Holding = {
  readonly chain: string;
  readonly chainId: number;
  readonly token: string;
  readonly address: Address;
  readonly decimals: number;
  readonly balance: bigint;
  /** The amount that the vault's window still allows. */
  readonly spendable: bigint;
  readonly reserved: bigint;
  /** The amount for payments that aren't signed yet; negative if more is signed than the vault has. */
  readonly free: bigint;
};

/** Each chain's share, by name. */
type Shares = ReadonlyMap<string, bigint>;

/** A holding and how much it exceeds its vault's share of the token; negative below the share. */
export type SharedHolding = Holding & { readonly surplus: bigint };

/**
 * Parses "Northshore=60,Southshore=40". The shares may be in any unit.
 * @throws UsageError
 */
export function parseShares(text: string): Shares {
  const shares = new Map<string, bigint>();
  for (const part of text.split(',')) {
    const [, chain, share] = /^\s*([^=]+?)\s*=\s*(\d{1,9})\s*$/.exec(part) ?? [];
    if (chain === undefined || share === undefined || shares.has(chain)) {
      throw new UsageError(`--shares must name each chain once, such as Northshore=60,Southshore=40; got "${text}".`);
    }
    shares.set(chain, BigInt(share));
  }
  return shares;
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n);
}

/** How much of a token each vault should hold, in any unit. Without payments and shares, all should hold the same. */
function weigh(holdings: readonly Holding[], wanted: Shares | readonly Outflow[], decimals: number): readonly bigint[] {
  if ('get' in wanted) {
    const shares = holdings.map(({ chain }) => wanted.get(chain) ?? 0n);
    return sum(shares) > 0n ? shares : holdings.map(() => 1n);
  }
  const outflows = holdings.map(({ chainId, address, decimals: own }) => {
    const found = wanted.find((one) => one.chainId === chainId && one.token === address);
    return found ? convertRoundingDown({ amount: found.amount, decimals: own }, decimals) : 0n;
  });
  const total = sum(outflows);
  const count = BigInt(holdings.length);
  return outflows.map((amount) =>
    total === 0n ? 1n : (100n - EQUAL_PERCENT) * amount * count + EQUAL_PERCENT * total,
  );
}

function compareToken(holdings: readonly Holding[], wanted: Shares | readonly Outflow[]): readonly SharedHolding[] {
  // In the most decimals that the token has on any chain, no amount is rounded.
  const decimals = Math.max(...holdings.map((one) => one.decimals));
  const weights = weigh(holdings, wanted, decimals);
  const amounts = holdings.map(({ balance, reserved }) => (balance > reserved ? balance - reserved : 0n));
  const total = sum(
    holdings.map((one, index) =>
      convertRoundingDown({ amount: amounts[index] ?? 0n, decimals: one.decimals }, decimals),
    ),
  );
  return holdings.map((holding, index) => {
    const share = (total * (weights[index] ?? 0n)) / sum(weights);
    const surplus = (amounts[index] ?? 0n) - convertRoundingDown({ amount: share, decimals }, holding.decimals);
    return { ...holding, surplus };
  });
}

/**
 * Compares each vault with its share of each token. What signed payments will still take doesn't count.
 * @param wanted shares, or what the vaults paid
 */
export function compareShares(
  holdings: readonly Holding[],
  wanted: Shares | readonly Outflow[],
): readonly SharedHolding[] {
  const names = [...new Set(holdings.map(({ token }) => token))];
  return names.flatMap((name) =>
    compareToken(
      holdings.filter(({ token }) => token === name),
      wanted,
    ),
  );
}

async function readHolding(
  { database }: CommandContext,
  client: ChainClient,
  { token, deployment }: PinnedToken,
): Promise<Holding> {
  const { address, decimals } = deployment;
  const { balance, spendable, atBlock } = await readFunds(client, address);
  const taken = await readReserved(database, { chainId: client.chain.id, tokens: [address], atBlock });
  const reserved = taken.get(address) ?? 0n;
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

/**
 * Each vault's funds, and how much they are above or below its share.
 * @throws CommandRefused if a chain doesn't answer
 */
export async function readShares(
  context: CommandContext,
  wanted: { readonly days: number } | { readonly shares: Shares },
): Promise<readonly SharedHolding[]> {
  const perChain = await Promise.all([...context.clients.values()].map((client) => readChain(context, client)));
  return compareShares(
    perChain.flat(),
    'shares' in wanted ? wanted.shares : await readOutflow(context.database, wanted.days),
  );
}

export function describeShares(holdings: readonly SharedHolding[]): readonly string[] {
  return formatTable(['chain', 'balance', 'window', 'reserved', 'free', 'surplus'], holdings.map(toRow));
}
