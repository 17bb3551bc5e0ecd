import type { Address, Hash, PrivateKeyAccount } from 'viem';
import { parseUnits, zeroAddress } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { compileContracts } from '../../../contracts/artifacts.ts';
import type { Deployment, TokenSpec } from '../../../contracts/deploy.ts';
import { mintTokens } from '../../../contracts/deploy.ts';
import type { FileConfig } from '../../../service/boot/config.ts';
import { parseInstallation } from '../../../service/boot/readConfig.ts';
import type { LabInstallation } from '../installation/installationFile.ts';
import { createInstallationFile } from '../installation/installationFile.ts';
import type { ChainName, TokenName } from './chainsAndTokens.ts';
import { deployBridge } from './deployment.ts';
import { approvalData, depositCall } from './depositCall.ts';
import type { TestChain, TestChainOptions } from './testChain.ts';
import { startTestChain } from './testChain.ts';

export const [ORIGIN, DESTINATION] = ['Northshore', 'Southshore'] as const satisfies readonly ChainName[];

// Deployed, but not part of any configuration.
const UNKNOWN_TOKEN: TokenSpec = { name: 'FAKE', kind: 'standard', decimals: 6 };
const POLL_INTERVAL_MS = 100;
const RESCAN_INTERVAL_MS = 500;
const USER_TOKENS = '50000';
const MAX_HEAD_AGE_SECONDS = 315_360_000;

export type BridgeSide = {
  readonly name: ChainName;
  readonly chain: TestChain;
  readonly deployment: Deployment;
  /** A token's address. FAKE is not part of any configuration. */
  token(name: TokenName | 'FAKE'): Address;
};

export type DepositOrder = {
  readonly token: TokenName | 'FAKE';
  readonly amount: bigint;
  readonly target?: string;
  readonly maker?: Address;
  readonly destination?: bigint;
};

/** Two anvil chains with the contracts, a funded vault each, and users who deposit. */
export type TestBridge = {
  readonly origin: BridgeSide;
  readonly destination: BridgeSide;
  readonly hotWallet: PrivateKeyAccount;
  readonly hotWalletKey: `0x${string}`;
  /** The service's configuration file for this bridge. Each call returns a new copy that a test may change. */
  configFile(): LabInstallation;
  catalog(change?: (file: LabInstallation) => void): FileConfig;
  /** An account on the origin chain with native currency and every token. */
  createUser(): Promise<PrivateKeyAccount>;
  /** Approves and deposits on the origin chain. */
  deposit(user: PrivateKeyAccount, order: DepositOrder): Promise<Hash>;
  stop(): Promise<void>;
};

type SideOptions = TestChainOptions & { readonly id: number; readonly hotWallet: PrivateKeyAccount };

async function createSide(name: ChainName, { id, hotWallet, ...options }: SideOptions): Promise<BridgeSide> {
  const [chain, artifacts] = await Promise.all([startTestChain(id, options), compileContracts()]);
  const { rpcUrl } = chain;
  const deployment = await deployBridge(
    { name, id, rpcUrl },
    { artifacts, hotWallet, unlistedTokens: [UNKNOWN_TOKEN] },
  ).catch(async (error: unknown) => {
    await chain.stop();
    throw error;
  });
  return {
    name,
    chain,
    deployment,
    token: (wanted) => deployment.tokens.find((token) => token.name === wanted)?.address ?? zeroAddress,
  };
}

/** Waits for both sides. If one fails, stops the other. @throws the failure */
async function startBoth(first: Promise<BridgeSide>, second: Promise<BridgeSide>): Promise<[BridgeSide, BridgeSide]> {
  try {
    return await Promise.all([first, second]);
  } catch (error) {
    const sides = await Promise.allSettled([first, second]);
    await Promise.all(sides.map((side) => side.status === 'fulfilled' && side.value.chain.stop()));
    throw error;
  }
}

async function sendDeposit(
  { chain, deployment, token }: BridgeSide,
  user: PrivateKeyAccount,
  order: Required<DepositOrder>,
): Promise<Hash> {
  const address = token(order.token);
  const send = async (to: Address, call: { readonly data: `0x${string}`; readonly value?: bigint }) => {
    const hash = await chain.client.sendTransaction({ account: user, chain: null, to, ...call });
    await chain.client.waitForTransactionReceipt({ hash });
    return hash;
  };
  if (address !== zeroAddress) {
    await send(address, { data: approvalData(deployment.depositContract, order.amount) });
  }
  return send(deployment.depositContract, depositCall({ ...order, token: address, channel: 7n }));
}

/** @param firstId the origin chain's id; the destination chain gets the next one */
export async function createTestBridge(firstId: number, options: TestChainOptions = {}): Promise<TestBridge> {
  const hotWalletKey = generatePrivateKey();
  const hotWallet = privateKeyToAccount(hotWalletKey);
  const [origin, destination] = await startBoth(
    createSide(ORIGIN, { id: firstId, hotWallet, ...options }),
    createSide(DESTINATION, { id: firstId + 1, hotWallet, ...options }),
  );
  const chains = [origin, destination].map(({ name, chain: { id, rpcUrl }, deployment }) => ({
    ...{ name, id, rpcUrl, deployment },
  }));
  const intervals = { pollIntervalMs: POLL_INTERVAL_MS, rescanIntervalMs: RESCAN_INTERVAL_MS };
  const configFile = () => {
    const file = createInstallationFile({ port: 0, hotWallet: hotWallet.address, chains, ...intervals });
    // A test's chains stand still until the test needs a block, and its clock may run fast.
    return { ...file, lab: { ...file.lab, maxHeadAgeSeconds: MAX_HEAD_AGE_SECONDS } };
  };
  return {
    origin,
    destination,
    hotWallet,
    hotWalletKey,
    configFile,
    catalog: (change = () => {}) => {
      const file = configFile();
      change(file);
      const problems: string[] = [];
      const parsed = parseInstallation(JSON.stringify(file), problems);
      if (!parsed || problems.length > 0) throw new Error(problems.join('\n'));
      return parsed;
    },
    createUser: async () => {
      const user = await origin.chain.createAccount();
      const mints = origin.deployment.tokens.map(({ address, decimals }) => ({
        token: address,
        to: user.address,
        amount: parseUnits(USER_TOKENS, decimals),
      }));
      await mintTokens(origin.chain, mints);
      return user;
    },
    deposit: (user, order) =>
      sendDeposit(origin, user, {
        target: user.address,
        maker: origin.deployment.vault,
        destination: BigInt(destination.chain.id),
        ...order,
      }),
    stop: async () => {
      await Promise.all([origin.chain.stop(), destination.chain.stop()]);
    },
  };
}
