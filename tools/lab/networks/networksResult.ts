import { formatEther } from 'viem';
import { toTable } from '../report/toTable.ts';

/** A command of docs/deploying.md, as it was run. */
export type TriedStep = {
  readonly number: number;
  readonly command: string;
  readonly seconds: number;
  /** The last line that it printed. */
  readonly lastLine: string;
};

export type TriedTransfer = {
  readonly from: string;
  readonly to: string;
  readonly seconds: number;
  /** In wei: the quote's network fee, and the cost of the payout. */
  readonly quoted: bigint;
  readonly gas: bigint;
  readonly data: bigint;
};

/** A task of docs/operating.md, timed until the doctor was green again. */
export type TriedTask = { readonly heading: string; readonly seconds: number };

export type NetworksResult = {
  readonly steps: readonly TriedStep[];
  readonly transfers: readonly TriedTransfer[];
};

const MAX_CELL = 90;
const shorten = (text: string) => (text.length > MAX_CELL ? `${text.slice(0, MAX_CELL - 1)}…` : text);
const toCode = (text: string) => (text === '' ? '' : `\`${shorten(text.replace(/\s*\\\n\s*/g, ' '))}\``);
const GWEI_DIGITS = 11;
const toEther = (wei: bigint) => formatEther(wei).slice(0, GWEI_DIGITS);

/** Describes a run for docs/deploying.md. */
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
      [
        'transfer of 0.1 ETH',
        'seconds',
        'network fee in the quote, ETH',
        'gas of the payout, ETH',
        'its data fee, ETH',
      ],
      ...transferRows,
    ]),
  ].join('\n\n');
}

/** Describes the tasks that followed. */
export function describeTasks(tasks: readonly TriedTask[]): string {
  return toTable([
    ['task of [operating.md](operating.md#tasks), until the doctor is green again', 'seconds'],
    ...tasks.map(({ heading, seconds }) => [heading, String(seconds)]),
  ]);
}
