import { toTable } from '../../report/toTable.ts';
import { STEPS } from './divideGas.ts';
import type { Asset, Call, Measurement, Recipient } from './measureGas.ts';
import { BATCH_SIZE } from './measureGas.ts';

const CALLS: Readonly<
  Record<Call, { readonly title: string; readonly payments: number; readonly goal: number | null }>
> = {
  transfer: { title: 'plain transfer', payments: 1, goal: null },
  pay: { title: '`pay`', payments: 1, goal: 1.35 },
  payBatch: { title: `\`payBatch\` of ${BATCH_SIZE}, per payment`, payments: BATCH_SIZE, goal: 1 },
  deposit: { title: '`deposit`', payments: 1, goal: null },
};
const ASSETS: Readonly<Record<Asset, string>> = { token: 'ERC-20', native: 'native token' };
const RECIPIENTS: Readonly<Record<Recipient, string>> = { new: 'without the token', holder: 'with the token' };

const format = (gas: number) => Math.round(gas).toLocaleString('en-US');
const gasOf = ({ call, gas }: Measurement) => gas / CALLS[call].payments;

/** Each call beside a plain transfer of the same asset to such a recipient. */
export function describeGas(measurements: readonly Measurement[]): string {
  const rows = measurements.map((one) => {
    const { title, goal } = CALLS[one.call];
    const plain = measurements.find(
      ({ call, asset, recipient }) => call === 'transfer' && asset === one.asset && recipient === one.recipient,
    );
    if (plain === undefined) throw new Error(`no plain transfer of the ${one.asset} to compare with`);
    const ratio = gasOf(one) / plain.gas;
    return [
      `${title}, ${ASSETS[one.asset]}, recipient ${RECIPIENTS[one.recipient]}`,
      format(gasOf(one)),
      ratio.toFixed(2),
      goal === null ? '–' : String(goal),
      goal === null ? '–' : ratio <= goal ? 'yes' : 'no',
    ];
  });
  return toTable([['transaction', 'gas', 'ratio', 'goal', 'met'], ...rows]);
}

/** What an ERC-20 payment to a recipient without the token spends its gas on. */
export function describeSteps(measurements: readonly Measurement[]): string {
  const traced = measurements.filter(
    ({ asset, recipient, steps }) => asset === 'token' && recipient === 'new' && steps,
  );
  const rows = STEPS.map((step) => [
    step,
    ...traced.map(({ call, steps }) => format((steps?.get(step) ?? 0) / CALLS[call].payments)),
  ]).filter(([, ...gas]) => gas.some((text) => text !== '0'));
  const sums = traced.map((one) => format(gasOf(one)));
  return toTable([['step', ...traced.map(({ call }) => CALLS[call].title)], ...rows, ['sum', ...sums]]);
}
