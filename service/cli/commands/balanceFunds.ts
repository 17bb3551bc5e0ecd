import type { Address } from 'viem';
import { convertRoundingDown } from '#shared/amount.ts';
import type { Outflow } from '../../db/liquidity.ts';
import type { BalancingMove } from '../../domain/balancing.ts';
import { proposeMoves } from '../../domain/balancing.ts';
import { UsageError } from '../command.ts';
import { formatTokenAmount } from '../format.ts';

// A vault without recent payments keeps a part too, so that it can pay.
const EQUAL_PERCENT = 20n;
// A smaller transfer costs more attention than it balances.
const LEAST_PERCENT = 1n;

/** The funds of the vault of a chain in one token. */
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
  /** The amount for payments that are not signed yet; negative when more is signed than the vault has. */
  readonly free: bigint;
};

/** The part of each chain, by its name. */
export type Shares = ReadonlyMap<string, bigint>;

/** A transfer to make, in base units of the smallest decimals that the token has on any chain. */
export type ProposedTransfer = BalancingMove & { readonly token: string; readonly decimals: number };

/** Parses "Northshore=60,Southshore=40". The parts count in any unit. @throws UsageError */
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

function smaller(a: number, b: number): number {
  return a < b ? a : b;
}

function weightsOf(
  holdings: readonly Holding[],
  wanted: Shares | readonly Outflow[],
  decimals: number,
): readonly bigint[] {
  if ('get' in wanted) return holdings.map(({ chain }) => wanted.get(chain) ?? 0n);
  const outflows = holdings.map(({ chainId, address, decimals: own }) => {
    const found = wanted.find((one) => one.chainId === chainId && one.token === address);
    return found ? convertRoundingDown({ amount: found.amount, decimals: own }, decimals) : 0n;
  });
  const total = outflows.reduce((sum, amount) => sum + amount, 0n);
  const count = BigInt(holdings.length);
  return outflows.map((amount) => (100n - EQUAL_PERCENT) * amount * count + EQUAL_PERCENT * total);
}

function balanceToken(holdings: readonly Holding[], wanted: Shares | readonly Outflow[]): readonly ProposedTransfer[] {
  const decimals = holdings.map((one) => one.decimals).reduce(smaller);
  const weights = weightsOf(holdings, wanted, decimals);
  const positions = holdings.map(({ chain, balance, reserved, decimals: own }, index) => {
    const left = balance > reserved ? balance - reserved : 0n;
    return {
      chain,
      balance: convertRoundingDown({ amount: left, decimals: own }, decimals),
      weight: weights[index] ?? 0n,
    };
  });
  const total = positions.reduce((sum, { balance }) => sum + balance, 0n);
  const [{ token } = { token: '' }] = holdings;
  return proposeMoves(positions)
    .filter(({ amount }) => amount * 100n >= total * LEAST_PERCENT)
    .map((move) => ({ ...move, token, decimals }));
}

/**
 * The fewest transfers that give each vault its share of each token, without those below one percent of the whole. What signed
 * payments will still take stays where it is.
 * @param wanted shares, or what the vaults paid
 */
export function proposeTransfers(
  holdings: readonly Holding[],
  wanted: Shares | readonly Outflow[],
): readonly ProposedTransfer[] {
  const names = [...new Set(holdings.map(({ token }) => token))];
  return names.flatMap((name) =>
    balanceToken(
      holdings.filter(({ token }) => token === name),
      wanted,
    ),
  );
}

export function describeTransfers(moves: readonly ProposedTransfer[]): readonly string[] {
  if (moves.length === 0) return ['Every vault has about its share.'];
  return [
    'To balance the vaults:',
    ...moves.map(({ from, to, amount, token, decimals }) => {
      const what = formatTokenAmount(amount, { name: token, decimals });
      return `  move ${what} from the vault on ${from} to the vault on ${to}`;
    }),
  ];
}
