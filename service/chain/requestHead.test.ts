import { expect, test } from 'vitest';
import { createHonestNode } from '../../tools/lab/endpoints/memoryNode.ts';
import { createSampleCatalog, pickChain } from '../../tools/lab/service/sampleCatalog.ts';
import { createRequestClient, readHead } from './chainClient.ts';
import type { Provider } from './rpc/endpoint.ts';
import { createProviderRecord } from './rpc/endpoint.ts';
import { SILENT_OBSERVER } from './rpc/rpcObserver.ts';

const chain = pickChain(createSampleCatalog(), 'Northshore');

test('a client for API requests asks for the newest block each time', async () => {
  let head = 100;
  const node = createHonestNode(chain.id, () => head);
  const record = createProviderRecord({ chainId: chain.id, rpc: 1, now: () => performance.now(), onForeign: () => {} });
  const request = ({ method, params = [] }: { method: string; params?: readonly unknown[] }) =>
    node({ method, params });
  const providers: readonly Provider[] = [
    { record, isBusy: () => false, transport: () => () => ({ request }) as never },
  ];
  const client = createRequestClient(chain, SILENT_OBSERVER, providers);
  for (; head < 105; head += 1) expect((await readHead(client)).number).toBe(BigInt(head));
});
