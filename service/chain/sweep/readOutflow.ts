import { paidEvent, withdrawnEvent } from '#shared/abi/vaultAbi.ts';
import type { BlockRange } from '../../domain/blockRange.ts';
import { splitRange } from '../../domain/blockRange.ts';
import type { SeenOutflow } from '../../domain/sweep.ts';
import type { ChainClient } from '../chainClient.ts';
import { readInHalves, refuseOutside } from '../readInHalves.ts';

/**
 * Reads from the events of a chain's vault what left it in a range of blocks: payouts, refunds and withdrawals. The books lack some
 * of them, such as a payment of a stolen key.
 * @throws NoQuorum, InconsistentRpc and every error of the reader: what left is then not known
 */
export async function readOutflow(client: ChainClient, range: BlockRange): Promise<readonly SeenOutflow[]> {
  const { chain, reader } = client;
  const filter = { address: chain.vault, events: [paidEvent, withdrawnEvent], strict: true } as const;
  const outflows: SeenOutflow[] = [];
  for (const part of splitRange(range, BigInt(chain.blockRange))) {
    const found = await readInHalves(part, async ({ from, to }) => {
      const logs = await reader.getLogs({ ...filter, fromBlock: from, toBlock: to });
      refuseOutside(client, logs, { from, to });
      return logs.map(({ eventName, args }) => ({
        id: eventName === 'Paid' ? args.id : null,
        ...{ token: args.token, amount: args.amount, recipient: args.to },
      }));
    });
    outflows.push(...found);
  }
  return outflows;
}
