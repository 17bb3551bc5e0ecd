import type { ChainClient } from '../../chain/chainClient.ts';
import { listSweptTokens, readSweeps } from '../../chain/sweep/readSweeps.ts';
import { SweepUnknown } from '../../chain/sweep/sweepUnknown.ts';
import { DatabaseUnavailable } from '../../db/database.ts';
import { describeError } from '../../log/logger.ts';
import type { Command, CommandContext, CommandOutput } from '../command.ts';
import { CommandRefused } from '../command.ts';
import { requireChain } from '../findInCatalog.ts';
import { expectArguments } from '../parseArguments.ts';
import type { SweptChain } from './describeSweeps.ts';
import { describeSweeps } from './describeSweeps.ts';
import { planSweeps, toSafeBatch } from './sweepCalls.ts';

function describeProblem(error: unknown): string {
  if (error instanceof SweepUnknown) return error.message;
  const [sentence = ''] = describeError(error).message.split('\n');
  return `a number could not be read: ${sentence.replace(/\.$/, '')}`;
}

async function readChain({ catalog, database }: CommandContext, client: ChainClient): Promise<SweptChain> {
  const { chain } = client;
  const named = { chain: chain.name, chainId: chain.id };
  try {
    const sweeps = await readSweeps({ catalog, database, client });
    const { treasury } = chain;
    if (treasury === null) throw new SweepUnknown('it has no treasury');
    const { tokens, delaySeconds } = sweeps;
    return { ...named, kind: 'read', tokens, delaySeconds, ...planSweeps({ chain, treasury, sweeps }) };
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    return { ...named, kind: 'unknown', problem: describeProblem(error) };
  }
}

function toJson(chains: readonly SweptChain[]) {
  return chains.map((one) =>
    one.kind === 'unknown'
      ? one
      : {
          ...one,
          tokens: one.tokens.map(({ token, deployment: { address, decimals }, rule, funds, pending }) => ({
            ...{ token: token.name, address, decimals, ...rule, ...funds, pending },
          })),
        },
  );
}

function toBatch(context: CommandContext, name: string, chains: readonly SweptChain[]): CommandOutput {
  const chain = requireChain(context.catalog, name);
  const found = chains.find(({ chainId }) => chainId === chain.id);
  if (!found) throw new CommandRefused(`No token on ${name} has a float. Set "sweep" of the token, and "treasury".`);
  if (found.kind === 'unknown') throw new CommandRefused(`Sweep nothing on ${name}: ${found.problem}.`);
  if (found.calls.length === 0) throw new CommandRefused(`There is nothing to sweep on ${name}.`);
  const batch = toSafeBatch(found.calls, { chain, now: new Date() });
  return { json: batch, lines: [JSON.stringify(batch, null, 2)] };
}

export const sweepCommand: Command = {
  name: 'sweep',
  usages: ['', '--safe <chain>'],
  summary: 'list what the vaults have above their floats, and the calls with which their owners sweep it',
  details:
    'Owed is what unfinished transfers can take, as payouts and as refunds. Nothing is sweepable where a number cannot be read. The command sends nothing: the owner of each vault does. The exit code is 1 when a chain could not be read.',
  options: {
    safe: { value: '<chain>', help: 'print the calls on this chain as a file for the Transaction Builder of a Safe' },
  },
  isChange: false,
  parse: ({ args, options }) => {
    expectArguments(args, []);
    return async (context) => {
      const { catalog, clients } = context;
      if (options.safe !== undefined) requireChain(catalog, options.safe);
      const swept = [...clients.values()].filter((client) => listSweptTokens({ catalog, client }).length > 0);
      const chains = await Promise.all(swept.map((client) => readChain(context, client)));
      if (options.safe !== undefined) return toBatch(context, options.safe, chains);
      return {
        json: toJson(chains),
        lines: describeSweeps(chains),
        isFailed: chains.some(({ kind }) => kind === 'unknown'),
      };
    };
  },
};
