import { formatEther } from 'viem';
import { toTable } from '../report/toTable.ts';

/** A command from docs/deploying.md, and the result of running it. */
export type StepResult = {
  readonly number: number;
  readonly command: string;
  readonly seconds: number;
  /** The last line of its output. */
  readonly lastLine: string;
};

export type TransferResult = {
  readonly from: string;
  readonly to: string;
  readonly seconds: number;
  /** The network fee in the quote, in wei. */
  readonly quoted: bigint;
  /** What the payout cost in gas and in data fees, in wei. */
  readonly gas: bigint;
  readonly data: bigint;
};

/** A task from docs/operating.md, timed until `causeway doctor` passed again. */
export type TaskResult = { readonly heading: string; readonly seconds: number };

export type NetworksResult = {
  readonly steps: readonly StepResult[];
  readonly transfers: readonly TransferResult[];
};

const MAX_CELL = 90;
const shorten = (text: string) => (text.length > MAX_CELL ? `${text.slice(0, MAX_CELL - 1)}…` : text);
const toCode = (text: string) => (text === '' ? '' : `\`${shorten(text.replace(/\s*\\\n\s*/g, ' '))}\``);
const GWEI_DIGITS = 11;
const toEther = (wei: bigint) => formatEther(wei).slice(0, GWEI_DIGITS);

/** Formats a run as two Markdown tables. */
export function describeNetworks({ steps, transfers }: NetworksResult): string {
  const stepRows = steps.map(({ number, command, seconds, lastLine }) => [
    String(number),
    toCode(command),
    String(seconds),
    toCode(lastLine.replaceAll('`', '')),
  ]);
  const transferRows = transfers.map(({ from, to, seconds, quoted, gas, data }) => [
    `${from} to ${to}`,
    String(seconds),
    toEther(quoted),
    toEther(gas),
    toEther(data),
  ]);
  return [
    toTable([['step', 'command', 'seconds', 'last line'], ...stepRows], 'text'),
    toTable([
      ['transfer of 0.1 ETH', 'seconds', 'network fee in the quote, ETH', 'payout gas, ETH', 'payout data fee, ETH'],
      ...transferRows,
    ]),
  ].join('\n\n');
}

/** Formats the tasks' times as a Markdown table. */
export function describeTasks(tasks: readonly TaskResult[]): string {
  return toTable([
    ['task of [operating.md](operating.md#tasks), until `causeway doctor` passes again', 'seconds'],
    ...tasks.map(({ heading, seconds }) => [heading, String(seconds)]),
  ]);
}
