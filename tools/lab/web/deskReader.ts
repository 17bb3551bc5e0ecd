import type { Hash } from 'viem';
import type { Receipt } from '#client/receipt.ts';
import type { RuntimeConfig } from '#shared/config/runtimeConfig.ts';
import { createReceiptSource } from '../../../src/api/createReceiptSource.ts';
import { createChainClients } from '../../../src/chain/chainClients.ts';
import { createRegistry } from '../../../src/config/registry.ts';
import type { Lookup } from '../../../src/receipts/model/judge.ts';
import { judge } from '../../../src/receipts/model/judge.ts';
import type { LookupMemory } from '../../../src/receipts/model/memory.ts';
import type { LookupSources } from '../../../src/receipts/reads/createDeskReads.ts';
import { createDeskReads } from '../../../src/receipts/reads/createDeskReads.ts';

export const NO_MEMORY: LookupMemory = { remembered: [], transfers: [], addresses: [] };

type Look = Partial<Omit<LookupSources, 'receiptsOf'>> & {
  /** The service's answers, or `silent` for none. By default it knows no transfer. */
  readonly receipts?: readonly Receipt[] | 'silent';
  readonly chainId?: number;
};

/** Looks up hashes as the page does. It remembers what it has seen before. */
export function createDeskReader(config: RuntimeConfig, now = () => Date.now()) {
  const registry = createRegistry(config);
  const { readEvidence } = createDeskReads(createChainClients(config), registry, now);
  return async (hash: Hash, look: Look = {}): Promise<Lookup> => {
    const { receipts = [{ kind: 'unknown' }], chainId = null, memory = NO_MEMORY, detail = 'all', signal } = look;
    const receiptsOf = async () => {
      if (receipts === 'silent') throw new Error('the service is silent');
      return receipts;
    };
    const evidence = await readEvidence({ hash, chainId }, { receiptsOf, memory, detail, ...(signal && { signal }) });
    const sent = evidence.deposits[0]?.deposit.timestamp ?? 0n;
    return judge(evidence, {
      ...{ registry, nowMs: Number(sent) * 1000 + 1_000 },
      ...{ usualSeconds: () => 40, limits: () => null, minimum: () => 1_000_000n },
    });
  };
}

/** The receipts of a service that knows no transfer. Records the hashes of each request in `requests`. */
export function unknownReceipts(requests: (readonly string[])[]) {
  return createReceiptSource({
    service: {
      getReceipts: async (hashes) => {
        requests.push(hashes);
        return hashes.map((depositHash) => ({ depositHash, receipt: { kind: 'unknown' } }));
      },
      getReceipt: async () => ({ kind: 'unknown' }),
    },
    sleep: async () => {},
  });
}
