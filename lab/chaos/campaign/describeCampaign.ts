import { toTable } from '../../report/toTable.ts';
import { VIOLATION_LABELS } from '../audit/violations.ts';
import type { RpcFault } from './rpcFaults.ts';
import type { CampaignResult } from './runCampaign.ts';

const RPC_FAULT_LABELS: Readonly<Record<RpcFault, string>> = {
  dropped: 'request dropped',
  answerDropped: 'response dropped after the chain executed the request',
  delayed: 'response delayed beyond the timeout',
  duplicated: 'request sent twice',
  badGateway: 'HTTP 502 with an HTML page',
  rateLimited: 'HTTP 429',
  truncated: 'response truncated',
  staleReceipt: 'receipt missing on a lagging node',
  staleNonce: 'nonce one too low on a lagging node',
  staleLogs: 'logs missing on a lagging node',
  forgedLog: 'log added that no receipt contains',
  forgedReceipt: 'receipt with a forged, larger amount',
};

function format(value: number): string {
  return value.toLocaleString('en-US');
}

/** A seed as it was stored: its result is the line that it printed. */
export type StoredSeed = { readonly commit: string; readonly at: string; readonly output: readonly string[] };

/** Builds the campaign's tables from the stored results. */
export function describeCampaign(stored: readonly StoredSeed[]): string {
  const results = stored.map(({ output }): CampaignResult => JSON.parse(output.join('\n')));
  const total = (read: (result: CampaignResult) => number) =>
    format(results.reduce((sum, result) => sum + read(result), 0));
  const violations = Object.entries(VIOLATION_LABELS).map(([kind, label]) => [
    label,
    total(({ audit }) => audit.violations.filter((violation) => violation.kind === kind).length),
  ]);
  const audit = toTable([
    ['audit', 'transfers'],
    ['deposits', total((result) => result.audit.deposits)],
    ['paid out', total((result) => result.audit.payouts)],
    ['refunded', total((result) => result.audit.refunds)],
    ...violations,
    ['payments whose deposit a reorg removed for good', total((result) => result.audit.orphaned)],
    ['transfers that the database shows as unfinished', total(({ database }) => database.unfinished)],
  ]);
  const rpcFaults = Object.entries(RPC_FAULT_LABELS).map(([fault, label]) => [
    `RPC: ${label}`,
    total((result) => Object.entries(result.rpcFaults).find(([name]) => name === fault)?.[1] ?? 0),
  ]);
  const faults = toTable([
    ['injected fault', 'times'],
    ['process killed (SIGKILL)', total(({ injectedFaults }) => injectedFaults.kills)],
    ['reorg shallower than the confirmations', total(({ injectedFaults }) => injectedFaults.reorgs)],
    ['reorg deeper than the confirmations', total(({ injectedFaults }) => injectedFaults.deepReorgs)],
    ['PostgreSQL killed and restarted', total(({ injectedFaults }) => injectedFaults.databaseRestarts)],
    ['base fee spike', total(({ injectedFaults }) => injectedFaults.feeSpikes)],
    // Results of earlier versions lack these.
    ["a worker's clock jumped by up to a day", total(({ injectedFaults }) => injectedFaults.clockJumps ?? 0)],
    ['disk of the signer full for 3 s', total(({ injectedFaults }) => injectedFaults.fullDisks ?? 0)],
    ['another provider began to lie', total(({ injectedFaults }) => injectedFaults.lies ?? 0)],
    ["attackers' deposits", total(({ injectedFaults }) => injectedFaults.strangersDeposits ?? 0)],
    ['move to a new vault on each chain', total(({ injectedFaults }) => injectedFaults.newVaults ?? 0)],
    ['hot wallet replaced', total(({ injectedFaults }) => injectedFaults.newHotWallets ?? 0)],
    ['former hot wallet removed from the vaults', total(({ injectedFaults }) => injectedFaults.removedPayers ?? 0)],
    ['route removed and restored', total(({ injectedFaults }) => injectedFaults.removedRoutes ?? 0)],
    ['fees of every route changed', total(({ injectedFaults }) => injectedFaults.changedFees ?? 0)],
    ...rpcFaults,
  ]);
  const seeds = toTable([
    ['seed', 'commit', 'day', 'transfers', 'seconds', 'kills', 'p50 s', 'p95 s', 'max s', 'passed'],
    ...results.map(({ seed, transfers, seconds, injectedFaults, completionSeconds, passed }, index) => [
      seed,
      stored[index]?.commit ?? '',
      stored[index]?.at.slice(0, 10) ?? '',
      format(transfers),
      String(seconds),
      String(injectedFaults.kills),
      String(completionSeconds?.p50 ?? '-'),
      String(completionSeconds?.p95 ?? '-'),
      String(completionSeconds?.max ?? '-'),
      passed ? 'yes' : 'NO',
    ]),
  ]);
  return [audit, faults, seeds].join('\n\n');
}
