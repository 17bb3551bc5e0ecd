import { numberToHex } from 'viem';
import { encodeSuccess } from '#shared/wire/envelope.ts';
import { encodePairs } from '#shared/wire/pairs.ts';
import { prepareJson } from '../../../service/api/answers.ts';
import { createScheduleCache } from '../../../service/api/scheduleCache.ts';
import { createLogger } from '../../../service/boot/log.ts';
import type { Catalog } from '../../../service/boot/model/catalog.ts';
import { parseInstallation } from '../../../service/boot/readConfig.ts';
import type { Database } from '../../../service/db/database.ts';
import { listPairs } from '../../../service/quotes/model/pairs.ts';
import { createFeeRefresher } from '../../../service/quotes/refreshFees.ts';
import { createDevelopmentSigner } from '../../../service/signer/process/developmentSigner.ts';
import { clearDatabase } from '../../postgres/testDatabases.ts';
import { memoryBlock } from '../../rpc/memoryNode.ts';
import { createScriptedClient } from '../../rpc/scriptedClient.ts';
import type { Extent } from './growthCatalog.ts';
import { createGrownFile } from './growthCatalog.ts';
import { measureCpu } from './measureCpu.ts';

const EPOCHS = 5;
const START_MS = 1_790_000_000_000;

export function readCatalog(extent: Extent): Catalog {
  const problems: string[] = [];
  const parsed = parseInstallation(JSON.stringify(createGrownFile(extent)), problems);
  if (!parsed || problems.length > 0) throw new Error(problems.slice(0, 3).join('\n'));
  return parsed.catalog;
}

export type PairCosts = {
  readonly configuration: number;
  readonly rows: number;
  readonly feeCpu: number;
  readonly bytes: number;
};

/** Reads the configuration, refreshes the fees for some epochs of a steady gas price, and answers the list of pairs. */
export async function measurePairs(database: Database, extent: Extent): Promise<PairCosts> {
  await clearDatabase(database);
  let catalog: Catalog | null = null;
  const configuration = await measureCpu(() => {
    catalog = readCatalog(extent);
  });
  const read: Catalog = catalog ?? readCatalog(extent);
  const pairs = read.routes.length;
  let now = START_MS;
  const clock = { now: () => new Date(now) };
  const logger = createLogger('silent');
  const signer = createDevelopmentSigner(`0x${'11'.repeat(32)}`, { catalog: read, logger });
  const workers = read.chains.map((chain) => {
    const client = createScriptedClient(chain, ({ method }) =>
      method === 'eth_maxPriorityFeePerGas' ? numberToHex(1) : memoryBlock(7),
    );
    const clients = new Map([[chain.id, client]]);
    const shared = { catalog: read, database, clock, logger, signer };
    return createFeeRefresher({ ...shared, clients, reportStep: async () => {} }, client);
  });
  const feeCpu = await measureCpu(async () => {
    for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
      for (const refresh of workers) await refresh();
      now += read.feeEpochSeconds * 1000;
    }
  });
  const [row] = await database.query<{ count: number }>('select count(*) as count from fee_schedules');
  const schedules = await createScheduleCache(database, read, clock).current();
  const sources = { ...schedules, freeOn: () => 10n ** 12n, priceLabel: read.priceLabel };
  const infos = listPairs(read.routes, sources, { category: null, includesGasFee: false });
  const answer = prepareJson(encodeSuccess(encodePairs(infos)));
  const { length } = await answer.bytes('br');
  return {
    configuration: configuration / pairs,
    rows: (row?.count ?? 0) / pairs / EPOCHS,
    feeCpu: feeCpu / pairs / EPOCHS,
    bytes: length / pairs,
  };
}
