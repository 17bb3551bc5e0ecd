import type { Address } from 'viem';
import type { BridgeSide } from '../chains/testBridge.ts';
import type { UnreliableEndpoint } from '../endpoints/randomFaults.ts';
import { startUnreliableEndpoint } from '../endpoints/randomFaults.ts';
import type { Installation } from '../installation/installation.ts';
import { createInstallation } from '../installation/installation.ts';
import type { LabInstallation } from '../installation/installationFile.ts';
import { startTestbed } from '../installation/testbed.ts';
import type { TestPostgres } from '../postgres/testPostgres.ts';
import { startTestPostgres } from '../postgres/testPostgres.ts';
import { createCleanups } from '../processes/cleanups.ts';
import { createLogFolder } from '../processes/createLogFolder.ts';
import type { Random } from '../random.ts';
import { createRandom } from '../random.ts';
import type { TestPrograms } from '../service/programs.ts';
import type { ConfigurationChanges } from './configurationChanges.ts';
import { createConfigurationChanges, lowerMinimumFees } from './configurationChanges.ts';
import type { Operator } from './operator.ts';
import { createOperator } from './operator.ts';
import { createReserves } from './reserves.ts';
import type { Stranger } from './stranger.ts';
import { createStranger } from './stranger.ts';
import { createVaultOwner } from './vaultOwner.ts';

export const CONFIRMATIONS = 4;
const FIRST_CHAIN_ID = 46_000;
const BLOCK_EVERY_MS = 200;
const ENDPOINTS = 3;

/** An installation behind unreliable endpoints, and everyone who interferes with it. */
export type Campaign = {
  readonly installation: Installation;
  readonly postgres: TestPostgres;
  /** Per chain, in the order of the sides. */
  readonly endpoints: readonly (readonly UnreliableEndpoint[])[];
  /** Attackers on both chains. */
  readonly strangers: readonly Stranger[];
  readonly operator: Operator;
  /** The operator's configuration changes. */
  readonly changes: ConfigurationChanges;
  /** The vault for a person's next deposit: the current one, or an earlier one from an older quote. */
  pickVault(side: BridgeSide, random: Random): Address;
};

export type CampaignSetUp = {
  readonly seed: string;
  readonly programs: TestPrograms;
  readonly workers: number;
};

// How often the operator can move to new vaults and a new hot wallet.
const RESERVES = 2;
const OLD_VAULT_SHARE = 0.3;
const FEE_EPOCH_SECONDS = 10;
const POLL_MS = 150;

function configure(file: LabInstallation): void {
  for (const chain of file.chains) {
    // One endpoint forges receipts, so the other two must agree.
    Object.assign(chain, { quorum: 2, confirmations: CONFIRMATIONS, payoutConfirmations: CONFIRMATIONS });
  }
  Object.assign(file.lab, { pollIntervalMs: POLL_MS, feeEpochSeconds: FEE_EPOCH_SECONDS });
  lowerMinimumFees(file);
}

/** Starts a campaign and stops it after the work. Process logs stay in test-results. */
export async function withCampaign<T>(
  { seed, programs, workers }: CampaignSetUp,
  work: (campaign: Campaign) => Promise<T>,
): Promise<T> {
  const logs = await createLogFolder(seed);
  const cleanups = createCleanups();
  try {
    const postgres = await startTestPostgres({ isMigrated: true });
    cleanups.add(postgres.stop);
    const started: UnreliableEndpoint[] = [];
    const testbed = await startTestbed({
      ...{ firstChainId: FIRST_CHAIN_ID, logs, postgres, blockEveryMs: BLOCK_EVERY_MS, change: configure },
      endpoints: ENDPOINTS,
      startEndpoint: async (rpcUrl, name) => {
        const endpoint = await startUnreliableEndpoint(rpcUrl, createRandom(`${seed}/rpc ${name}`));
        started.push(endpoint);
        return endpoint;
      },
    });
    cleanups.add(testbed.stop);
    const { sides, origin, destination, strangers: accounts } = testbed;
    const reserves = await createReserves(testbed.bridge, RESERVES);
    const random = createRandom(`${seed}/strangers`);
    const strangers = await Promise.all([
      createStranger(origin, destination.chain.id, random.fork(origin.name)),
      createStranger(destination, origin.chain.id, random.fork(destination.name)),
    ]);
    accounts.push(...strangers.flatMap((stranger) => stranger.accounts));
    const owner = await createVaultOwner(sides);
    const installation = await createInstallation({ testbed, name: seed, programs, workers });
    cleanups.add(installation.stop);
    await installation.run();
    await installation.untilPairs();
    const operator = createOperator(installation);
    return await work({
      ...{ installation, postgres, strangers, operator },
      endpoints: sides.map(({ endpoints }) => started.filter(({ url }) => endpoints.some((one) => one.url === url))),
      changes: createConfigurationChanges({ installation, operator, owner, reserves }),
      pickVault: ({ chain, deployment }, choice) => {
        const vaults = installation.file.chains.find(({ id }) => id === chain.id);
        const [first, ...others] = vaults?.retiredVaults ?? [];
        if (first && choice.chance(OLD_VAULT_SHARE)) return choice.pick([first, ...others]);
        return vaults?.vault ?? deployment.vault;
      },
    });
  } finally {
    await cleanups.run();
  }
}
