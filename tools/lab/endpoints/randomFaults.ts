import type { Random } from '../random.ts';
import type { Deviation, Endpoint, Fault } from './endpoint.ts';
import { startEndpoint } from './endpoint.ts';
import { combine, forgeLogs, forgeReceipts, hideLogs, hideReceipts, lowerNonces, tooManyCalls } from './faults.ts';

type RandomFault = { readonly probability: number; readonly fault: Fault };
type RandomFaults = Readonly<Record<string, RandomFault>>;

// Longer than the service's RPC timeout.
const DELAY_MS = 5000;

/** Decides once per HTTP request, however many calls it has. */
const perRequest =
  (deviation: Deviation): Fault =>
  (_call, place) =>
    place === 0 ? deviation : undefined;

const MISHAPS: RandomFaults = {
  dropped: { probability: 0.02, fault: perRequest('drop') },
  rateLimited: { probability: 0.01, fault: perRequest(tooManyCalls) },
  badGateway: {
    probability: 0.02,
    fault: perRequest({ status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>502</h1>' }),
  },
  duplicated: { probability: 0.02, fault: perRequest('duplicate') },
  answerDropped: { probability: 0.03, fault: perRequest('dropAnswer') },
  delayed: { probability: 0.01, fault: perRequest({ delayMs: DELAY_MS }) },
  truncated: { probability: 0.01, fault: perRequest('truncate') },
  staleReceipt: { probability: 0.03, fault: hideReceipts },
  staleNonce: { probability: 0.05, fault: lowerNonces },
  staleLogs: { probability: 0.05, fault: hideLogs },
};

/** Only the lying endpoint forges, because two that forge alike would agree. */
const FORGERIES: RandomFaults = {
  forgedReceipt: { probability: 0.2, fault: forgeReceipts },
  forgedLog: { probability: 0.02, fault: forgeLogs },
};

/** Each fault happens with its own probability. An unchanged result does not count as a fault. */
function withProbability(random: Random, faults: RandomFaults, counts: Map<string, number>): Fault {
  const maybe = (name: string, { probability, fault }: RandomFault): Fault => {
    const occurs = () => {
      const hasOccurred = random.chance(probability);
      if (hasOccurred) counts.set(name, (counts.get(name) ?? 0) + 1);
      return hasOccurred;
    };
    return (call, place) => {
      const deviation = fault(call, place);
      if (deviation === undefined) return undefined;
      if (typeof deviation !== 'object' || !('change' in deviation)) return occurs() ? deviation : undefined;
      return {
        change: (result) => {
          const changed = deviation.change(result);
          return JSON.stringify(changed) !== JSON.stringify(result) && occurs() ? changed : result;
        },
      };
    };
  };
  return combine(...Object.entries(faults).map(([name, fault]) => maybe(name, fault)));
}

/** An endpoint with random faults. It starts honest. */
export type UnreliableEndpoint = Endpoint & {
  /** How often each fault happened. */
  readonly faults: ReadonlyMap<string, number>;
  /** Enables the random faults from now on, in addition to a lie if there is one. */
  disturb(lie: Fault | null): void;
};

export async function startUnreliableEndpoint(rpcUrl: string, random: Random): Promise<UnreliableEndpoint> {
  const endpoint = await startEndpoint(rpcUrl);
  const faults = new Map<string, number>();
  const mishaps = withProbability(random, MISHAPS, faults);
  const forgeries = withProbability(random, FORGERIES, faults);
  return {
    ...{ ...endpoint, faults },
    disturb: (lie) => endpoint.answer(lie ? combine(lie, forgeries, mishaps) : mishaps),
  };
}
