import type { Address, Hex } from 'viem';
import { encodeFunctionData, parseAbi } from 'viem';
import type { ChainSweeps, TokenSweep } from '../../chain/sweep/readSweeps.ts';
import { encodeWithdrawal } from '../../chain/vaultActions.ts';
import type { Chain } from '../../domain/catalog.ts';
import type { ScheduledWithdrawal } from '../../domain/sweep.ts';
import { amountAbove, amountToSweep, sumScheduled } from '../../domain/sweep.ts';

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

/** A scheduled withdrawal that must not be executed now, or cannot be. */
export type WaitingWithdrawal = {
  readonly token: string;
  readonly decimals: number;
  readonly withdrawal: ScheduledWithdrawal;
  readonly why: 'notReady' | 'paused' | 'owed' | 'elsewhere';
};

export type SweepPlan = { readonly calls: readonly SweepCall[]; readonly waiting: readonly WaitingWithdrawal[] };

type Place = { readonly chain: Chain; readonly treasury: Address; readonly sweeps: ChainSweeps };

/** A vault refuses to schedule an action that it has scheduled already. */
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
  // What sweeps may take now: transfers may have come since they were scheduled.
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

/** What the owner of a vault does next to sweep what is above the floats. */
export function planSweeps(place: Place): SweepPlan {
  const plans = place.sweeps.tokens.map((swept) => planToken(place, swept));
  return { calls: plans.flatMap(({ calls }) => calls), waiting: plans.flatMap(({ waiting }) => waiting) };
}

/** The calls as a file for the Transaction Builder of a Safe. @see https://help.safe.global/en/articles/40841-transaction-builder */
export function toSafeBatch(
  calls: readonly SweepCall[],
  { chain, now }: { readonly chain: Chain; readonly now: Date },
) {
  return {
    version: '1.0',
    chainId: String(chain.id),
    createdAt: now.getTime(),
    meta: {
      name: `Sweep the vault on ${chain.name}`,
      description: calls.map(({ kind, amount, token }) => `${kind} ${amount} base units of ${token}`).join(', '),
    },
    transactions: calls.map(({ to, data }) => ({
      ...{ to, value: '0', data, contractMethod: null, contractInputsValues: null },
    })),
  };
}
