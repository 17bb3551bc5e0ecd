import { percentile } from '../../report/percentile.ts';
import { spread } from '../../report/spread.ts';
import { toTable } from '../../report/toTable.ts';

/** What one of the two programs achieved. */
export type Settled = {
  /** From the block with the last confirmation to the payment, per single deposit. */
  readonly latenciesMs: readonly number[];
  /** The payments per second of each burst. */
  readonly rates: readonly number[];
};

export type Settlement = {
  readonly bare: Settled;
  readonly own: Settled;
  readonly burst: number;
  /** Per payment of a burst. */
  readonly calls: number;
  readonly cpuMs: { readonly service: number; readonly signer: number };
};

const GOALS = { latencyMs: 150, rate: 0.6, calls: 3, serviceMs: 4, signerMs: 1 } as const;

function range(numbers: readonly number[], unit: string): string {
  return spread(numbers, { digits: unit === 'ms' ? 0 : 1, unit });
}

// The precision of block times. A ratio to a shorter time means nothing.
const RESOLUTION_MS = 20;

const median = (numbers: readonly number[]) => percentile(numbers, 0.5);
const yesNo = (isMet: boolean) => (isMet ? 'yes' : 'no');

/** The settlement table with medians and ranges, and the result in one line. */
export function describeSettlement({ bare, own, burst, calls, cpuMs }: Settlement): string {
  const ratioOf = (read: (settled: Settled) => readonly number[]) => median(read(own)) / median(read(bare));
  const isMeasurable = median(bare.latenciesMs) >= RESOLUTION_MS;
  const latency = isMeasurable ? ratioOf(({ latenciesMs }) => latenciesMs).toFixed(2) : '–';
  const rate = ratioOf(({ rates }) => rates);
  const isFast = median(own.latenciesMs) <= GOALS.latencyMs;
  const table = toTable(
    [
      ['', 'bare loop', 'Causeway', 'ratio', 'goal', 'met'],
      [
        'last confirmation to payment sent',
        ...[range(bare.latenciesMs, 'ms'), range(own.latenciesMs, 'ms'), latency],
        ...[`${GOALS.latencyMs} ms`, yesNo(isFast)],
      ],
      [
        `burst of ${burst} deposits`,
        ...[range(bare.rates, 'payments/s'), range(own.rates, 'payments/s'), rate.toFixed(2)],
        ...[`${GOALS.rate} × bare loop`, yesNo(rate >= GOALS.rate)],
      ],
      ['RPC calls per payment', '–', calls.toFixed(1), '–', `under ${GOALS.calls}`, yesNo(calls < GOALS.calls)],
      ...(['service', 'signer'] as const).map((name) => {
        const goal = name === 'service' ? GOALS.serviceMs : GOALS.signerMs;
        const used = cpuMs[name];
        return [`${name} CPU per payment`, '–', `${used.toFixed(1)} ms`, '–', `${goal} ms`, yesNo(used <= goal)];
      }),
    ],
    'text',
  );
  const line = [
    `last confirmation to payment sent: ${median(own.latenciesMs).toFixed(0)} ms (goal ${GOALS.latencyMs})`,
    `burst of ${burst.toLocaleString('en-US')}: ${median(own.rates).toFixed(1)} payments/s, ${rate.toFixed(2)} of the rate of a loop that verifies and stores nothing (goal ${GOALS.rate})`,
    `per payment ${calls.toFixed(1)} RPC calls (goal under ${GOALS.calls}), ${cpuMs.service.toFixed(1)} ms of CPU in the service (goal ${GOALS.serviceMs}), ${cpuMs.signer.toFixed(1)} in the signer (goal ${GOALS.signerMs})`,
  ].join('; ');
  return `${table}\n\n${line}`;
}
