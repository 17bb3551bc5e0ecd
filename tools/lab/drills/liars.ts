import { parseEther } from 'viem';
import { startTestChain } from '../chains/testChain.ts';
import { LIES } from '../endpoints/faults.ts';
import { createAttacker } from '../installation/deposits.ts';
import { post } from '../installation/testService.ts';
import type { TrafficDrill } from './drill.ts';
import { nothingToStop } from './drill.ts';

const FORKED_DEPOSITS = 40;
const BLOCK_EVERY_MS = 250;

/** One of each chain's three endpoints lies: the first, on which a service would rely most. */
const lyingEndpoints = Object.entries(LIES).map(
  ([name, { title, begin }]): TrafficDrill => ({
    kind: 'traffic',
    name: `lie-${name}`,
    title: `Lying endpoint: ${title}`,
    prepare: async ({ testbed }) => {
      return async () => {
        for (const { chain, endpoints } of testbed.sides) endpoints[0]?.answer(await begin(chain.rpcUrl));
        return nothingToStop;
      };
    },
    leadMs: 1000,
    // Only the honest users make deposits.
    afterMs: 1000,
  }),
);

/** The fork has attacker deposits that the chain never had. Its logs, receipts, headers and heads are consistent. */
const privateFork: TrafficDrill = {
  kind: 'traffic',
  name: 'private-fork',
  title: 'Lying endpoint: serves a private fork with 40 deposits of 1.6 ETH that the chain never had',
  prepare: async ({ testbed, url }) => {
    const { origin, destination } = testbed;
    return async () => {
      const chain = await startTestChain(origin.chain.id, { blockEveryMs: BLOCK_EVERY_MS, fork: origin.chain });
      const attacker = await createAttacker({ ...origin, chain }, destination.chain.id);
      const [liar] = origin.endpoints;
      liar?.setChain(chain.rpcUrl);
      const hashes = await attacker.depositAtOnce(FORKED_DEPOSITS, { amount: parseEther('1.6') });
      const last = hashes.at(-1);
      if (last) await chain.client.waitForTransactionReceipt({ hash: last, timeout: 60_000 });
      return {
        stop: async () => {
          liar?.setChain(origin.chain.rpcUrl);
          await chain.stop();
          const { status } = await post(`${url}/get_receipt`, { from_chain_hash: last });
          if (status.code !== 907) throw new Error(`a deposit of the fork has a receipt: ${status.message}`);
        },
      };
    };
  },
  afterMs: 10_000,
};

export const LIARS: readonly TrafficDrill[] = [...lyingEndpoints, privateFork];
