import { join } from 'node:path';
import type { TestBridge } from '../../bridge/testBridge.ts';
import { createTestBridge } from '../../bridge/testBridge.ts';
import { startTestPostgres } from '../../postgres/testPostgres.ts';
import { waitUntil } from '../../processes/waitUntil.ts';
import { startServiceProcess } from '../../service/serviceProcess.ts';
import { startSignerProcess, toPolicyFile, writeSignerFiles } from '../../service/signerProcess.ts';
import { post } from '../../service/testService.ts';
import { createWorkFolder } from '../../service/workFolder.ts';
import { lowerPriority } from './lowerPriority.ts';

const FIRST_CHAIN_ID = 47_200;
const BLOCK_EVERY_MS = 250;
// As in the systemd unit of the API.
const API_NICE = 10;

/** A bridge in operation: two chains, PostgreSQL, a signer, and the service as one process or two. */
export type Rig = { readonly bridge: TestBridge; readonly url: string };

export type RigOptions = {
  readonly layout: 'separate' | 'all';
  /** Of an empty database; a PostgreSQL of its own unless given. */
  readonly databaseUrl?: string;
};

/** Everything that users and operators have in production: the limits are those that the service comes with. */
function configure(bridge: TestBridge) {
  const config = bridge.configFile();
  const { rateLimit: _none, ...http } = config.http;
  // The flood comes from many addresses, as it says.
  return { ...config, http: { ...http, trustProxy: ['127.0.0.1'] } };
}

export async function withRig<T>({ layout, databaseUrl }: RigOptions, work: (rig: Rig) => Promise<T>): Promise<T> {
  const ends: (() => Promise<unknown>)[] = [];
  try {
    const folder = await createWorkFolder();
    ends.push(folder.remove);
    const startDatabase = async () => {
      const postgres = await startTestPostgres();
      ends.push(postgres.stop);
      return postgres.createDatabase();
    };
    const bridge = await createTestBridge(FIRST_CHAIN_ID);
    ends.push(bridge.stop);
    for (const { chain } of [bridge.origin, bridge.destination]) {
      const stopMining = chain.keepMining(BLOCK_EVERY_MS);
      ends.push(async () => stopMining());
    }
    const files = await writeSignerFiles(folder, {
      privateKey: bridge.makerKey,
      policy: toPolicyFile(bridge.configFile()),
    });
    const signer = startSignerProcess(files.environment);
    ends.push(() => signer.kill('SIGKILL'));
    await signer.listens;
    const environment = {
      CAUSEWAY_CONFIG: await folder.write('config.json', JSON.stringify(configure(bridge))),
      DATABASE_URL: databaseUrl ?? (await startDatabase()),
      CAUSEWAY_JOURNAL_DIR: join(folder.path, 'journal'),
    };
    const startService = async (role: 'all' | 'api' | 'worker') => {
      const socket = role === 'api' ? {} : { CAUSEWAY_SIGNER_SOCKET: files.socketPath };
      const service = startServiceProcess({ ...environment, ...socket, CAUSEWAY_ROLE: role });
      ends.push(() => service.kill('SIGKILL'));
      if (role === 'api') lowerPriority(service.child, API_NICE);
      return service.url;
    };
    if (layout === 'separate') await startService('worker');
    const url = await startService(layout === 'all' ? 'all' : 'api');
    const isOpen = async () => (await post(`${url}/get_all_pair_infos`, {})).data?.pair_infos.length > 0;
    await waitUntil(isOpen, { timeoutMs: 120_000, what: 'the first quote' });
    return await work({ bridge, url });
  } finally {
    for (const end of ends.reverse()) await end();
  }
}
