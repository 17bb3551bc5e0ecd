import { LIES } from '../endpoints/faults.ts';
import type { UnreliableEndpoint } from '../endpoints/randomFaults.ts';
import type { Random } from '../random.ts';

/** The endpoints of one chain, and the chain's own address. */
export type EndpointGroup = {
  readonly rpcUrl: string;
  readonly endpoints: readonly [UnreliableEndpoint, ...UnreliableEndpoint[]];
};

export type RotatingLiar = {
  /** From now on, another endpoint of each chain lies, about something else. */
  rotate(): Promise<void>;
  /** Ends all lies. Random faults continue. */
  rest(): void;
};

const [FIRST_LIE, ...OTHER_LIES] = Object.values(LIES);

/** At any time one endpoint of each chain lies. */
export function createRotatingLiar(groups: readonly EndpointGroup[], random: Random): RotatingLiar {
  if (!FIRST_LIE) throw new Error('there are no lies');
  const lies = [FIRST_LIE, ...OTHER_LIES] as const;
  const rest = () => {
    for (const { endpoints } of groups) for (const endpoint of endpoints) endpoint.disturb(null);
  };
  return {
    rest,
    rotate: async () => {
      rest();
      for (const { rpcUrl, endpoints } of groups) {
        random.pick(endpoints).disturb(await random.pick(lies).begin(rpcUrl));
      }
    },
  };
}
