import type { TokenSweep } from '../../chain/sweep/readSweeps.ts';
import { amountAbove } from '../../domain/sweep.ts';
import { formatAge, formatTable, formatTime, formatTokenAmount } from '../format.ts';
import type { SweepCall, SweepPlan, WaitingWithdrawal } from './sweepCalls.ts';

/** What was read of a chain, or why nothing may be swept there. */
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

/** One row for each token with a float, then the calls of the owners, then what waits and what could not be read. */
export function describeSweeps(chains: readonly SweptChain[]): readonly string[] {
  if (chains.length === 0) return ['No token has a float. Set "sweep" of the token, and "treasury" of the chain.'];
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
