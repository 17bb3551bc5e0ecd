import type { Address } from 'viem';
import { paidEvent } from '#shared/abi/vaultAbi.ts';
import type { AuditedHistory } from '../audit/auditedHistory.ts';
import { startHistory } from '../audit/auditedHistory.ts';
import type { Auditor } from '../audit/auditor.ts';
import { createAuditor } from '../audit/auditor.ts';
import type { GrowingChain } from '../audit/createBridgeAuditor.ts';
import { compareFunds, listAuditedChains } from '../audit/createBridgeAuditor.ts';
import { readRouteTerms } from '../audit/readRouteTerms.ts';
import { disableReplayProtection } from '../chains/disableReplayProtection.ts';
import { MULTICALL3 } from '../chains/multicall.ts';
import type { BridgeSide, TestBridge } from '../chains/testBridge.ts';
import { createTestBridge } from '../chains/testBridge.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import { startEndpoint } from '../endpoints/endpoint.ts';
import type { ReplicatedPostgres } from '../postgres/replicatedPostgres.ts';
import { startReplicatedPostgres } from '../postgres/replicatedPostgres.ts';
import type { TestPostgres } from '../postgres/testPostgres.ts';
import { startTestPostgres } from '../postgres/testPostgres.ts';
import type { Cleanups } from '../processes/cleanups.ts';
import { orCleanUp } from '../processes/cleanups.ts';
import type { WorkFolder } from '../service/workFolder.ts';
import { createWorkFolder } from '../service/workFolder.ts';
import type { Attacker, User } from './deposits.ts';
import { createAttacker, createUsers } from './deposits.ts';
import type { LabInstallation } from './installationFile.ts';

export type TestbedOptions = {
  readonly firstChainId: number;
  /** The folder for process logs. */
  readonly logs: string;
  /** The database server. By default the testbed starts its own. */
  readonly postgres?: TestPostgres;
  /** Whether the server is a primary with a standby. */
  readonly hasStandby?: boolean;
  /** If false, the vault would pay an id twice, so only the service prevents a second payment. */
  readonly replayProtection?: boolean;
  /**
   * The number of endpoints per chain, which can misbehave. By default there is none, and the service asks the chain itself.
   */
  readonly endpoints?: number;
  /** By default honest. */
  readonly startEndpoint?: (rpcUrl: string, name: string) => Promise<Endpoint>;
  readonly blockEveryMs?: number;
  /**
   * Mines a block per transaction, in addition to timed blocks. By default a timed block contains all transactions since the
   * last one.
   */
  readonly isBlockPerTransaction?: boolean;
  /** Settings for every installation on the testbed. */
  readonly change?: (file: LabInstallation) => void;
};

/** A chain, and the endpoints through which the service reads it. */
export type Side = BridgeSide & {
  readonly endpoints: readonly Endpoint[];
  /** Every vault that pays or paid on this chain. */
  readonly vaults: Address[];
};

/** What a chain's vaults have paid, to one recipient or to all. */
export async function listPaid({ chain, vaults }: Side, to?: Address) {
  const filter = { address: vaults, event: paidEvent, ...(to && { args: { to } }) };
  const logs = await chain.client.getLogs({ ...filter, fromBlock: 0n, strict: true });
  return logs.map(({ args }) => args);
}

/**
 * Two chains with the contracts, a database server and the auditor. Installations run on it in turn, each with its own
 * database.
 */
export type Testbed = {
  readonly bridge: TestBridge;
  readonly sides: readonly [origin: Side, destination: Side];
  readonly origin: Side;
  readonly destination: Side;
  readonly postgres: Pick<TestPostgres, 'createDatabase'>;
  /** The database server, if it has a standby. */
  readonly replicated: ReplicatedPostgres | null;
  readonly logs: string;
  /** For temporary files; `stop` deletes it. */
  readonly folder: WorkFolder;
  /** Audits every payment from the chains. */
  readonly auditor: Auditor;
  /** The configurations that the auditor knows. A test that changes the configuration adds to this. */
  readonly history: AuditedHistory;
  /** The chains as the auditor reads them. A test that adds vaults or hot wallets must add them here too. */
  readonly audited: readonly [GrowingChain, GrowingChain];
  /** An installation's file. It starts at the current block, so the service ignores earlier deposits. */
  createFile(): Promise<LabInstallation>;
  /** Two users on the origin chain. */
  users(): Promise<readonly [User, User]>;
  /** The accounts whose deposits may stay unpaid or be refunded. */
  readonly strangers: Address[];
  /** A stranger on the origin chain, whose deposits may stay unpaid. */
  createAttacker(): Promise<Attacker>;
  stop(): Promise<void>;
};

const BLOCK_EVERY_MS = 100;
// Most work follows a block, of which the service learns at once.
const POLL_MS = 250;

/** Keeps every deposit on its first quote, so that expected payments do not depend on the current gas price. */
function withLongQuoteValidity(file: LabInstallation): LabInstallation {
  return { ...file, lab: { ...file.lab, quoteValiditySeconds: 86_400 } };
}

async function createSide(side: BridgeSide, options: TestbedOptions): Promise<Side> {
  const { endpoints: count = 0, startEndpoint: start = (rpcUrl: string) => startEndpoint(rpcUrl) } = options;
  const names = Array.from({ length: count }, (_, index) => `${index}/${side.name}`);
  return {
    ...side,
    endpoints: await Promise.all(names.map((name) => start(side.chain.rpcUrl, name))),
    vaults: [side.deployment.vault],
  };
}

/** The service asks the endpoints. Without any, it asks the chain, which also announces its blocks. */
function connectTo(sides: readonly Side[], file: LabInstallation): void {
  file.chains.forEach((chain, index) => {
    const urls = sides[index]?.endpoints.map(({ url }) => url) ?? [];
    if (urls.length > 0) chain.rpcUrls = urls;
    else chain.wsUrls = chain.rpcUrls.map((url) => url.replace('http:', 'ws:'));
  });
}

function createDatabasesOn({ primary, urlOf }: ReplicatedPostgres): Testbed['postgres'] {
  let databases = 0;
  return {
    createDatabase: async () => {
      databases += 1;
      const name = `test_${databases}`;
      await primary.ask(`create database ${name}`);
      return urlOf(name);
    },
  };
}

async function startDatabases(
  options: TestbedOptions,
  cleanups: Cleanups,
): Promise<Pick<Testbed, 'postgres' | 'replicated'>> {
  if (options.hasStandby) {
    const replicated = await startReplicatedPostgres();
    cleanups.add(replicated.stop);
    return { postgres: createDatabasesOn(replicated), replicated };
  }
  if (options.postgres) return { postgres: options.postgres, replicated: null };
  const postgres = await startTestPostgres({ isMigrated: true });
  cleanups.add(postgres.stop);
  return { postgres, replicated: null };
}

type Chains = Pick<Testbed, 'bridge' | 'sides' | 'origin' | 'destination' | 'audited'>;

async function startChains(options: TestbedOptions, cleanups: Cleanups): Promise<Chains> {
  const {
    firstChainId,
    replayProtection = true,
    blockEveryMs = BLOCK_EVERY_MS,
    isBlockPerTransaction = false,
  } = options;
  const bridge = await createTestBridge(firstChainId, isBlockPerTransaction ? {} : { blockEveryMs });
  cleanups.add(bridge.stop);
  if (isBlockPerTransaction) {
    for (const { chain } of [bridge.origin, bridge.destination]) cleanups.add(chain.keepMining(blockEveryMs));
  }
  const origin = await createSide(bridge.origin, options);
  const destination = await createSide(bridge.destination, options);
  const sides = [origin, destination] as const;
  for (const endpoint of sides.flatMap((side) => side.endpoints)) cleanups.add(endpoint.stop);
  const audited = listAuditedChains(bridge);
  for (const [index, side] of sides.entries()) {
    if (!replayProtection) await disableReplayProtection(side);
    if (audited[index]) await compareFunds(audited[index], side.chain, side.deployment.vault);
  }
  return { bridge, origin, destination, sides, audited };
}

export function startTestbed(options: TestbedOptions): Promise<Testbed> {
  return orCleanUp(async (cleanups) => {
    const { logs, change = () => {} } = options;
    const folder = await createWorkFolder();
    cleanups.add(folder.remove);
    const databases = await startDatabases(options, cleanups);
    const chains = await startChains(options, cleanups);
    const { bridge, sides, origin, destination, audited } = chains;
    const createFile = () => {
      const file = withLongQuoteValidity(bridge.configFile());
      file.lab.pollIntervalMs = POLL_MS;
      connectTo(sides, file);
      change(file);
      return file;
    };
    const databaseUrl = await databases.postgres.createDatabase();
    const history = startHistory(await readRouteTerms(createFile(), { bridge, databaseUrl }));
    const strangers: Address[] = [];
    let users: ReturnType<typeof createUsers> | null = null;
    return {
      ...{ ...databases, ...chains, logs, folder, history, strangers },
      auditor: createAuditor({ chains: audited, history, strangers, refusing: [MULTICALL3] }),
      createFile: async () => {
        const heads = await Promise.all(sides.map(({ chain }) => chain.client.getBlockNumber()));
        const file = createFile();
        file.chains.forEach((chain, index) => {
          chain.startBlock = Number(heads[index] ?? 0n) + 1;
        });
        return file;
      },
      users: async () => {
        users ??= createUsers(origin, 2);
        const [first, second] = await users;
        if (!second) throw new Error('there are not two users');
        return [first, second];
      },
      createAttacker: async () => {
        const attacker = await createAttacker(origin, destination.chain.id);
        strangers.push(...attacker.depositors);
        return attacker;
      },
      stop: cleanups.run,
    };
  });
}
