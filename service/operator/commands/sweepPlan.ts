import type { Address, Hex } from 'viem';
import { encodeFunctionData, parseAbi } from 'viem';
import type { ScheduledWithdrawal } from '../../books/model/sweep.ts';
import { amountAbove, amountToSweep, sumScheduled } from '../../books/model/sweep.ts';
import type { ChainSweeps, TokenSweep } from '../../books/sweeps.ts';
import { listSweptTokens, readSweeps, SweepUnknown } from '../../books/sweeps.ts';
import { describeError } from '../../boot/log.ts';
import type { Chain } from '../../boot/model/catalog.ts';
import type { ChainClient } from '../../chain/chainClient.ts';
import { encodeWithdrawal } from '../../chain/vaultActions.ts';
import { DatabaseUnavailable } from '../../db/database.ts';
import type { CommandContext, CommandOutput } from './command.ts';
import { CommandRefused, formatAge, formatTable, formatTime, formatTokenAmount } from './command.ts';
import { requireChain } from './findInCatalog.ts';
import { createSafeBatch } from './safeBatch.ts';

const ownerAbi = parseAbi(['function schedule(bytes action)', 'function execute(bytes action)']);

/** A transaction of a vault's owner, without native value. */
export type SweepCall = {
  readonly kind: 'schedule' | 'execute';
  readonly chain: string;
  readonly chainId: number;
  readonly token: string;
  readonly decimals: number;
  readonly amount: bigint;
  readonly treasury: Address;
  readonly from: Address;
  readonly to: Address;
  readonly data: Hex;
};

/** A scheduled withdrawal that must not or can't be executed now. */
export type WaitingWithdrawal = {
  readonly token: string;
  readonly decimals: number;
  readonly withdrawal: ScheduledWithdrawal;
  readonly why: 'notReady' | 'paused' | 'owed' | 'elsewhere';
};

type SweepPlan = { readonly calls: readonly SweepCall[]; readonly waiting: readonly WaitingWithdrawal[] };

type Place = { readonly chain: Chain; readonly treasury: Address; readonly sweeps: ChainSweeps };

/** A vault refuses to schedule an action that is already scheduled. */
function avoidRepeat(amount: bigint, treasury: Address, pending: readonly ScheduledWithdrawal[]): bigint {
  const isTaken = (candidate: bigint) => pending.some((one) => one.recipient === treasury && one.amount === candidate);
  let free = amount;
  while (free > 0n && isTaken(free)) free -= 1n;
  return free;
}

function planToken({ chain, treasury, sweeps }: Place, swept: TokenSweep): SweepPlan {
  const { token, deployment, rule, funds, pending } = swept;
  const { address, decimals } = deployment;
  const names = { token: token.name, decimals };
  const toCall = (kind: SweepCall['kind'], amount: bigint): SweepCall => {
    const action = encodeWithdrawal({ token: address, recipient: treasury, amount });
    const data = encodeFunctionData({ abi: ownerAbi, functionName: kind, args: [action] });
    const place = { chain: chain.name, chainId: chain.id, treasury, from: sweeps.owner, to: chain.vault };
    return { kind, ...place, ...names, amount, data };
  };
  const calls: SweepCall[] = [];
  const waiting: WaitingWithdrawal[] = [];
  const elsewhere = pending.filter(({ recipient }) => recipient !== treasury);
  // What sweeps may take now: transfers may have arrived since they were scheduled.
  let left = amountAbove(rule, { ...funds, scheduled: sumScheduled(elsewhere, funds.newest) });
  for (const withdrawal of pending) {
    const wait = (why: WaitingWithdrawal['why']) => waiting.push({ ...names, withdrawal, why });
    if (withdrawal.recipient !== treasury) wait('elsewhere');
    else if (withdrawal.readyAt > sweeps.now) wait('notReady');
    else if (sweeps.isPaused) wait('paused');
    else if (withdrawal.amount > left) wait('owed');
    else {
      calls.push(toCall('execute', withdrawal.amount));
      left -= withdrawal.amount;
    }
  }
  const amount = avoidRepeat(amountToSweep(rule, funds), treasury, pending);
  return { calls: amount === 0n ? calls : [...calls, toCall('schedule', amount)], waiting };
}

/** What a vault's owner does next to sweep the excess over the floats. */
function planSweeps(place: Place): SweepPlan {
  const plans = place.sweeps.tokens.map((swept) => planToken(place, swept));
  return { calls: plans.flatMap(({ calls }) => calls), waiting: plans.flatMap(({ waiting }) => waiting) };
}

/** What was read from a chain, or why nothing may be swept there. */
export type SweptChain = { readonly chain: string; readonly chainId: number } & (
  | (SweepPlan & { readonly kind: 'read'; readonly tokens: readonly TokenSweep[]; readonly delaySeconds: bigint })
  | { readonly kind: 'unknown'; readonly problem: string }
);

function toRow(chain: string, { token, deployment, rule, funds }: TokenSweep): readonly string[] {
  const format = (amount: bigint) => formatTokenAmount(amount, { name: token.name, decimals: deployment.decimals });
  const above = amountAbove(rule, funds);
  const amounts = [funds.newest, funds.claims, funds.scheduled, rule.float, above > 0n ? above : 0n];
  return [chain, ...amounts.map(format)];
}

function describeCall({ kind, chain, amount, token, decimals, treasury, from, to, data }: SweepCall) {
  const what = formatTokenAmount(amount, { name: token, decimals });
  return [`  ${chain}: ${kind} ${what} to ${treasury}`, `    from ${from} to ${to}, value 0, data ${data}`];
}

const REASONS: Readonly<Record<WaitingWithdrawal['why'], (one: WaitingWithdrawal) => string>> = {
  notReady: ({ withdrawal }) => `can be executed from ${formatTime(withdrawal.readyAt)}`,
  paused: () => 'cannot be executed while the vault is paused: let its owner call unpause first',
  owed: () => 'do not execute it now: transfers or the float need the money',
  elsewhere: ({ withdrawal }) => `goes to ${withdrawal.recipient}, which is not the treasury`,
};

function describeWaiting(chain: string, one: WaitingWithdrawal): string {
  const what = formatTokenAmount(one.withdrawal.amount, { name: one.token, decimals: one.decimals });
  return `  ${chain}: a withdrawal of ${what} is scheduled; ${REASONS[one.why](one)}`;
}

function describeDelays(chains: readonly SweptChain[]): readonly string[] {
  return chains.flatMap((one) =>
    one.kind === 'read' && one.calls.some(({ kind }) => kind === 'schedule')
      ? [
          `  ${one.chain}: run this again after ${formatAge(Number(one.delaySeconds) * 1000)}, for the calls that execute`,
        ]
      : [],
  );
}

/** One row per token with a float, then the owners' calls, then what waits and what could not be read. */
export function describeSweeps(chains: readonly SweptChain[]): readonly string[] {
  if (chains.length === 0) return ['No token has a float. Set "float" of the token, and "vaults.treasury".'];
  const read = chains.flatMap((one) => (one.kind === 'read' ? [one] : []));
  const rows = read.flatMap(({ chain, tokens }) => tokens.map((token) => toRow(chain, token)));
  const calls = read.flatMap((one) => one.calls.flatMap(describeCall));
  const waiting = read.flatMap(({ chain, waiting: of }) => of.map((one) => describeWaiting(chain, one)));
  const unknown = chains.flatMap((one) =>
    one.kind === 'unknown' ? [`${one.chain}  sweep nothing there: ${one.problem}`] : [],
  );
  return [
    ...(rows.length === 0 ? [] : formatTable(['chain', 'balance', 'owed', 'scheduled', 'float', 'above'], rows)),
    ...(calls.length === 0 ? ['', 'There is nothing to sweep.'] : ['', 'The owner of each vault sends:', ...calls]),
    ...describeDelays(chains),
    ...(waiting.length === 0 ? [] : ['', 'Scheduled already:', ...waiting]),
    ...(unknown.length === 0 ? [] : ['', ...unknown]),
  ];
}

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

export function sweepsToJson(chains: readonly SweptChain[]) {
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

/**
 * The calls of a chain's owner as a file for a Safe.
 * @throws CommandRefused if there are none
 */
export function toBatch(context: CommandContext, name: string, chains: readonly SweptChain[]): CommandOutput {
  const chain = requireChain(context.catalog, name);
  const found = chains.find(({ chainId }) => chainId === chain.id);
  if (!found)
    throw new CommandRefused(`No token on ${name} has a float. Set "float" of the token, and "vaults.treasury".`);
  if (found.kind === 'unknown') throw new CommandRefused(`Sweep nothing on ${name}: ${found.problem}.`);
  if (found.calls.length === 0) throw new CommandRefused(`There is nothing to sweep on ${name}.`);
  const batch = createSafeBatch({
    ...{ chainId: chain.id, name: `Sweep the vault on ${chain.name}`, now: new Date() },
    description: found.calls.map(({ kind, amount, token }) => `${kind} ${amount} base units of ${token}`).join(', '),
    calls: found.calls.map(({ to, data }) => ({ to, value: 0n, data })),
  });
  return { json: batch, lines: [JSON.stringify(batch, null, 2)] };
}

/** Each vault's excess over its float, and what its owner does next. A chain that can't be read says why. */
export async function readSweptChains(context: CommandContext): Promise<readonly SweptChain[]> {
  const { catalog, clients } = context;
  const swept = [...clients.values()].filter((client) => listSweptTokens({ catalog, client }).length > 0);
  return Promise.all(swept.map((client) => readChain(context, client)));
}
