import { join } from 'node:path';
import type { Address } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { compileContracts } from '../../../../contracts/artifacts.ts';
import { startHistory } from '../../audit/auditedHistory.ts';
import type { Auditor } from '../../audit/auditor.ts';
import { createAuditor } from '../../audit/auditor.ts';
import { readRouteTerms } from '../../audit/readRouteTerms.ts';
import { startAnvil } from '../../chains/anvil.ts';
import { NATIVE_TOKEN } from '../../chains/chainsAndTokens.ts';
import type { InstalledChain } from '../../chains/deployment.ts';
import { deployBridge } from '../../chains/deployment.ts';
import { MULTICALL3 } from '../../chains/multicall.ts';
import { setUpDatabase } from '../../installation/databases.ts';
import { API_PREFIX, createInstallationFile } from '../../installation/installationFile.ts';
import type { ManagedProcess } from '../../installation/managedProcess.ts';
import { createManagedProcess } from '../../installation/managedProcess.ts';
import type { ReplicatedPostgres } from '../../postgres/replicatedPostgres.ts';
import type { Cleanups } from '../../processes/cleanups.ts';
import { findFreePort } from '../../processes/freePort.mjs';
import { startProcess } from '../../processes/startProcess.ts';
import { waitUntil } from '../../processes/waitUntil.ts';
import type { TestPrograms } from '../../service/programs.ts';
import { offersPairs } from '../../service/readPairs.ts';
import { writeSignerFiles } from '../../service/signerFiles.ts';
import { createWorkFolder } from '../../service/workFolder.ts';
import type { PaymentTimes } from '../settlement/paymentTimes.ts';
import { startPaymentTimes } from '../settlement/paymentTimes.ts';

/** A chain, and the proxy through which the service reads it. The signer reads the chain directly. */
export type FleetChain = InstalledChain<string> & { readonly pid: number; readonly proxy: PaymentTimes };

/** One hot wallet with its signer, its chains and its database. A second hot wallet needs a second installation. */
export type Fleet = {
  readonly chains: readonly FleetChain[];
  readonly signer: ManagedProcess;
  readonly workers: readonly ManagedProcess[];
  readonly api: ManagedProcess;
  /** The name of its database. */
  readonly database: string;
  readonly auditor: Auditor;
};

export type FleetOptions = {
  readonly name: string;
  readonly firstChainId: number;
  readonly chains: number;
  readonly workers: number;
  readonly blockSeconds: number;
  readonly postgres: ReplicatedPostgres;
  readonly programs: TestPrograms;
  readonly logs: string;
};

const POLL_MS = 1000;
const RESCAN_MS = 5000;

async function startChain(
  id: number,
  { blockSeconds }: FleetOptions,
  { hotWallet, cleanups }: { readonly hotWallet: ReturnType<typeof privateKeyToAccount>; readonly cleanups: Cleanups },
): Promise<FleetChain> {
  const name = `chain-${id}`;
  const port = await findFreePort();
  const options = { title: name, id, port, mining: { everySeconds: blockSeconds }, isBaseFeeZero: true };
  const { rpcUrl, process } = await startAnvil(options, { start: startProcess });
  cleanups.add(process.stop);
  const artifacts = await compileContracts();
  const deployment = await deployBridge({ name: 'Northshore', id, rpcUrl }, { artifacts, hotWallet });
  const proxy = await startPaymentTimes(rpcUrl);
  cleanups.add(proxy.stop);
  return { name, id, rpcUrl, deployment, pid: process.pid, proxy };
}

/** Starts chains and an installation on them, and waits until it offers pairs. */
export async function startFleet(options: FleetOptions, cleanups: Cleanups): Promise<Fleet> {
  const { name, firstChainId, postgres, programs, logs, blockSeconds } = options;
  const hotWalletKey = generatePrivateKey();
  const hotWallet = privateKeyToAccount(hotWalletKey);
  const ids = Array.from({ length: options.chains }, (_, index) => firstChainId + index);
  const chains: FleetChain[] = [];
  for (const id of ids) chains.push(await startChain(id, options, { hotWallet, cleanups }));

  const port = await findFreePort();
  const file = createInstallationFile({
    ...{ name, port, hotWallet: hotWallet.address, chains, blockTimeMs: blockSeconds * 1000, hasHeads: true },
    ...{ pollIntervalMs: POLL_MS, rescanIntervalMs: RESCAN_MS },
  });
  // The traffic is of one token.
  file.tokens = file.tokens.filter((token) => token.name === NATIVE_TOKEN);
  // A deposit keeps its first quote, so that the auditor knows what each payment must be.
  file.lab.quoteValiditySeconds = 86_400;
  const database = (title: string) => `${name}_${title}`;
  for (const title of ['terms', 'service']) await postgres.primary.ask(`create database ${database(title)}`);
  const terms = await readRouteTerms(file, {
    bridge: { hotWalletKey },
    databaseUrl: postgres.urlOf(database('terms')),
  });
  const audited = chains.map(({ id, rpcUrl, deployment: { depositContract, vault, tokens } }) => ({
    ...{ id, rpcUrl, depositContract, vaults: [vault], hotWallets: [hotWallet.address] },
    tokens: tokens.map(({ address }): Address => address),
  }));

  const urls = await setUpDatabase(postgres.urlOf(database('service')));
  const folder = await createWorkFolder();
  cleanups.add(folder.remove);
  const signerFiles = await writeSignerFiles(folder, { privateKey: hotWalletKey, installation: file });
  file.chains.forEach((chain, index) => {
    chain.rpcUrls = chains.slice(index, index + 1).map(({ proxy }) => proxy.url);
  });
  const service = { CAUSEWAY_INSTALLATION: await folder.write('service.json', JSON.stringify(file)) };
  const start = (title: string, program: 'service' | 'signer', environment: Readonly<Record<string, string>>) => {
    const logFile = join(logs, `${name}.${title}.log`);
    const managed = createManagedProcess(program, { from: programs, environment, logFile });
    cleanups.add(managed.halt);
    managed.start();
    return managed;
  };
  const worker = { ...service, CAUSEWAY_ROLE: 'worker', DATABASE_URL: urls.worker };
  const signer = start('signer', 'signer', signerFiles.environment);
  await signer.untilPrinted(/signer listening/);
  const workers = Array.from({ length: options.workers }, (_, index) =>
    start(`worker-${index}`, 'service', { ...worker, CAUSEWAY_SOCKET: signerFiles.socketPath }),
  );
  const api = start('api', 'service', { ...service, CAUSEWAY_ROLE: 'api', DATABASE_URL: urls.api });
  const url = `http://127.0.0.1:${port}${API_PREFIX}`;
  await waitUntil(() => offersPairs(url), { timeoutMs: 300_000, what: `the first pair of ${name}` });
  return {
    ...{ chains, signer, workers, api, database: database('service') },
    auditor: createAuditor({ chains: audited, history: startHistory(terms), refusing: [MULTICALL3] }),
  };
}
