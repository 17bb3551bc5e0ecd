import type { Hash } from 'viem';
import { encodeAbiParameters, encodeEventTopics, numberToHex } from 'viem';
import { depositAbi, depositEvent } from '#shared/abi/depositAbi.ts';
import { createLogger } from '../../../service/boot/log.ts';
import { rememberChain } from '../../../service/chain/chains.ts';
import type { Database } from '../../../service/db/database.ts';
import { acceptDeposits } from '../../../service/deposits/accept.ts';
import { createWatcher } from '../../../service/deposits/watch.ts';
import { insertSchedules } from '../../../service/quotes/feeSchedules.ts';
import { createDustTerms } from '../../../service/quotes/model/dust.ts';
import { createDevelopmentSigner } from '../../../service/signer/process/developmentSigner.ts';
import { clearDatabase } from '../../postgres/testDatabases.ts';
import { memoryBlock } from '../../rpc/memoryNode.ts';
import { createScriptedClient } from '../../rpc/scriptedClient.ts';
import { createSampleCatalog, pickRoute } from '../../service/sampleCatalog.ts';
import { addressOf } from './growthCatalog.ts';
import { measureCpu } from './measureCpu.ts';

const BLOCK = 5;
const HEAD = 8;

const hashOf = (index: number): Hash => numberToHex(index + 1000, { size: 32 });

/** The processor time and the RPC calls that storing and deciding the deposits of one block cost, for each of them. */
export async function measureDeposits(database: Database, deposits: number) {
  await clearDatabase(database);
  const catalog = createSampleCatalog();
  const route = pickRoute(catalog, 'ETH');
  const { origin, destination } = route;
  const now = new Date(Number(memoryBlock(HEAD).timestamp) * 1000);
  const { hash: blockHash, number: blockNumber } = memoryBlock(BLOCK);
  const amount = (route.min + route.max) / 2n;
  const receipts = Array.from({ length: deposits }, (_, index) => {
    const user = addressOf(`user ${index}`);
    const { address: token } = route.originToken;
    const [topic, ...topics] = encodeEventTopics({
      ...{ abi: depositAbi, eventName: 'Deposit' },
      args: { user, token, maker: origin.vault },
    });
    const data = encodeAbiParameters(
      depositEvent.inputs.filter(({ indexed }) => !indexed),
      [user, amount, BigInt(destination.id), 7n, 0n],
    );
    const place = { blockHash, blockNumber, transactionHash: hashOf(index), transactionIndex: numberToHex(index) };
    const log = { ...place, address: origin.depositContract, topics: [topic, ...topics], data, removed: false };
    return { ...place, status: '0x1', logs: [{ ...log, logIndex: numberToHex(index) }] };
  });
  const byHash = new Map(receipts.map((receipt) => [receipt.transactionHash, receipt]));
  let calls = 0;
  const client = createScriptedClient<readonly unknown[]>(origin, ({ method, params: [subject] }) => {
    calls += 1;
    switch (method) {
      case 'eth_getBlockByNumber':
        return { ...memoryBlock(subject === 'latest' ? HEAD : Number(subject)), logsBloom: `0x${'f'.repeat(512)}` };
      case 'eth_getLogs':
        return receipts.flatMap(({ logs }) => logs);
      case 'eth_getBlockReceipts':
        return receipts;
      case 'eth_getTransactionReceipt':
        return byHash.get(String(subject) as Hash);
      default:
        throw new Error(`no ${method}`);
    }
  });
  await rememberChain(database, {
    chainId: origin.id,
    genesisHash: hashOf(0),
    depositContract: origin.depositContract,
  });
  const { id: routeId, feeBps, feeFloor, min, max } = route;
  const validFrom = new Date(now.getTime() - 60_000);
  const fees = { gasFee: 1n, feeBps, feeFloor, min, max };
  const schedule = { routeId, validFrom, ...fees, ...createDustTerms(catalog, route) };
  await database.transaction((transaction) => insertSchedules(transaction, 1, [schedule]));
  const logger = createLogger('silent');
  const context = {
    ...{ catalog, database, logger, clock: { now: () => now }, reportStep: async () => {} },
    clients: new Map([[origin.id, client]]),
    signer: createDevelopmentSigner(`0x${'11'.repeat(32)}`, { catalog, logger }),
  };
  const watch = createWatcher(context, client);
  const cpu = await measureCpu(async () => {
    await watch();
    while (await acceptDeposits(context, client));
  });
  const [row] = await database.query<{ count: number }>(
    "select count(*) as count from transfers where state = 'confirmed'",
  );
  if (row?.count !== deposits) throw new Error(`${row?.count} of ${deposits} deposits were decided`);
  return { cpu: cpu / deposits, calls: calls / deposits };
}
