import type { Command, CommandContext } from './command.ts';
import { CommandRefused, expectArguments, parseCount } from './command.ts';
import { requireChain } from './findInCatalog.ts';
import { describeSweeps, readSweptChains, sweepsToJson, toBatch } from './sweepPlan.ts';
import type { SharedHolding } from './vaultShares.ts';
import { describeShares, parseShares, readShares } from './vaultShares.ts';

const MAX_DAYS = 365;

type Shares = Parameters<typeof readShares>[1];
type Holdings = { readonly holdings: readonly SharedHolding[] } | { readonly problem: string };

// A share depends on what all vaults hold, so one chain that doesn't answer leaves all of them unknown. What can be
// swept doesn't.
async function readHoldings(context: CommandContext, shares: Shares): Promise<Holdings> {
  try {
    return { holdings: await readShares(context, shares) };
  } catch (error) {
    if (error instanceof CommandRefused) return { problem: error.message };
    throw error;
  }
}

export const treasuryCommand: Command = {
  name: 'treasury',
  usages: ['', '--safe <chain>'],
  summary: "read the vaults' funds now: each vault's share of a token, and what its owner can sweep to the treasury",
  details:
    'It sends nothing: only the owners of the vaults can move funds. Window is the amount that the vault still allows in its window. Reserved is the amount that signed payments will still take. Free is the smaller of balance and window, minus reserved. Surplus is how much the vault exceeds its share of the token; a negative number is what it lacks. A fifth of a token is divided equally, and the rest by what the vaults paid in recent days. Owed is what unfinished transfers can take, as payouts and as refunds. Nothing is sweepable if a number cannot be read. The exit code is 1 if a chain could not be read.',
  options: {
    safe: {
      value: '<chain>',
      help: "only print the calls on this chain, as a file for a Safe's Transaction Builder",
    },
    days: { value: '<n>', help: `days of payments that the shares follow, up to ${MAX_DAYS} (default: 7)` },
    shares: { value: '<list>', help: 'the shares instead, such as Northshore=60,Southshore=40' },
  },
  isChange: false,
  parse: ({ args, options }) => {
    expectArguments(args, []);
    const { safe } = options;
    const shares: Shares =
      options.shares === undefined
        ? { days: parseCount('days', options.days ?? '7', MAX_DAYS) }
        : { shares: parseShares(options.shares) };
    return async (context) => {
      const named = [...(safe === undefined ? [] : [safe]), ...('shares' in shares ? shares.shares.keys() : [])];
      for (const chain of named) requireChain(context.catalog, chain);
      if (safe !== undefined) return toBatch(context, safe, await readSweptChains(context));
      const [found, sweeps] = await Promise.all([readHoldings(context, shares), readSweptChains(context)]);
      return {
        json: { ...found, sweeps: sweepsToJson(sweeps) },
        lines: [
          ...('holdings' in found ? describeShares(found.holdings) : [found.problem]),
          '',
          ...describeSweeps(sweeps),
        ],
        isFailed: 'problem' in found || sweeps.some(({ kind }) => kind === 'unknown'),
      };
    };
  },
};
