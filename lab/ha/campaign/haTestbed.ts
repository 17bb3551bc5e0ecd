import { join } from 'node:path';
import type { TestBridge } from '../../bridge/testBridge.ts';
import { createTestBridge } from '../../bridge/testBridge.ts';
import type { DatabaseUrls } from '../../chaos/attacks/world/setUpDatabase.ts';
import { setUpDatabase } from '../../chaos/attacks/world/setUpDatabase.ts';
import type { Auditor } from '../../chaos/audit/auditor.ts';
import { createBridgeAuditor } from '../../chaos/audit/createBridgeAuditor.ts';
import { readRouteTerms } from '../../chaos/audit/readRouteTerms.ts';
import { startWorkerProcess } from '../../chaos/campaign/workerProcess.ts';
import { createLogFolder } from '../../chaos/harness/createLogFolder.ts';
import { withLongQuoteValidity } from '../../chaos/harness/testbed.ts';
import { queryDatabase } from '../../chaos/harness/testDatabase.ts';
import type { LabInstallation } from '../../installation/installationFile.ts';
import { API_PREFIX } from '../../installation/installationFile.ts';
import { urlAs } from '../../postgres/databaseRoles.ts';
import { findFreePort } from '../../processes/freePort.mjs';
import { waitUntil } from '../../processes/waitUntil.ts';
import type { Programs } from '../../service/programs.ts';
import { writeSignerFiles } from '../../service/signerProcess.ts';
import { post } from '../../service/testService.ts';
import { createWorkFolder } from '../../service/workFolder.ts';
import type { Cluster } from '../cluster/startCluster.ts';
import { startCluster } from '../cluster/startCluster.ts';
import { CREATE_PROBE } from './writeProbe.ts';

const FIRST_CHAIN_ID = 47_000;
const BLOCK_EVERY_MS = 400;
const WORKERS = 2;
const START_MS = 120_000;
const DATABASE = 'causeway';
// pgbouncer passes no settings of a session on, so the roles have them.
const ROLES = ['causeway_worker', 'causeway_api', 'causeway_operator'];
const ROLE_SETTINGS = { statement_timeout: '5s', idle_in_transaction_session_timeout: '60s' };

/** A whole installation on a highly available database: two chains, the signer, two workers and an API process. */
export type HaTestbed = {
  readonly bridge: TestBridge;
  readonly cluster: Cluster;
  readonly auditor: Auditor;
  /** The database through HAProxy. */
  readonly databaseUrl: string;
  /** The database through pgbouncer. */
  readonly pooledUrl: string;
  /** The base address of the API. */
  readonly apiUrl: string;
};

async function createDatabase(cluster: Cluster): Promise<DatabaseUrls> {
  await queryDatabase(cluster.urlOf('postgres'), `create database ${DATABASE}`);
  const admin = cluster.urlOf(DATABASE);
  const urls = await setUpDatabase(admin);
  await queryDatabase(admin, CREATE_PROBE);
  for (const role of ROLES) {
    for (const [name, value] of Object.entries(ROLE_SETTINGS)) {
      await queryDatabase(admin, `alter role ${role} set ${name} = '${value}'`);
    }
  }
  const pooled = cluster.pooledUrlOf(DATABASE);
  return { ...urls, worker: urlAs(pooled, 'causeway_worker'), api: urlAs(pooled, 'causeway_api') };
}

async function createFile(bridge: TestBridge): Promise<LabInstallation> {
  const file = withLongQuoteValidity(bridge.configFile());
  const firstPort = await findFreePort();
  const url = `http://${file.listen.host}:${firstPort}${API_PREFIX}`;
  return { ...file, listen: { ...file.listen, firstPort }, api: { ...file.api, url } };
}

/** Starts everything and stops it after the work. The logs of the programs stay in test-results/chaos/ha. */
export async function withHaTestbed<T>(programs: Programs, work: (testbed: HaTestbed) => Promise<T>): Promise<T> {
  const logs = await createLogFolder('ha');
  const folder = await createWorkFolder();
  const cleanups: (() => Promise<unknown>)[] = [folder.remove];
  try {
    const cluster = await startCluster(logs);
    cleanups.push(cluster.stop);
    const bridge = await createTestBridge(FIRST_CHAIN_ID, { blockEveryMs: BLOCK_EVERY_MS });
    cleanups.push(bridge.stop);
    const database = await createDatabase(cluster);
    const file = await createFile(bridge);
    const apiUrl = file.api.url;
    const routes = await readRouteTerms(
      { ...file, listen: bridge.configFile().listen },
      { bridge, databaseUrl: database.admin },
    );
    const signerFiles = await writeSignerFiles(folder, { privateKey: bridge.hotWalletKey, installation: file });
    const start = (name: string, program: string, environment: Readonly<Record<string, string>>) => {
      const started = startWorkerProcess({ program, environment, logFile: join(logs, `${name}.log`) });
      cleanups.push(started.stop);
    };
    start('signer', programs.signer, signerFiles.environment);
    const common = { CAUSEWAY_INSTALLATION: await folder.write('service.json', JSON.stringify(file)) };
    for (let index = 0; index < WORKERS; index += 1) {
      start(`worker-${index}`, programs.service, {
        ...common,
        DATABASE_URL: database.worker,
        CAUSEWAY_ROLE: 'worker',
        CAUSEWAY_SOCKET: signerFiles.socketPath,
      });
    }
    start('api', programs.service, { ...common, DATABASE_URL: database.api, CAUSEWAY_ROLE: 'api' });
    const hasPairs = async () => (await post(`${apiUrl}/get_all_pair_infos`, {})).data?.pair_infos.length > 0;
    await waitUntil(hasPairs, { timeoutMs: START_MS, what: 'the first pair' });
    return await work({
      ...{ bridge, cluster, apiUrl, auditor: createBridgeAuditor(bridge, routes) },
      databaseUrl: database.admin,
      pooledUrl: cluster.pooledUrlOf(DATABASE),
    });
  } finally {
    for (const cleanUp of cleanups.reverse()) await cleanUp();
  }
}
