import type { Address, Hash, PrivateKeyAccount } from 'viem';
import { encodeFunctionData, erc20Abi, parseEther, parseUnits, zeroAddress } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { depositAbi } from '#shared/abi/depositAbi.ts';
import { compileContracts } from '../../contracts/artifacts.ts';
import type { Deployment, TokenSpec } from '../../contracts/deploy.ts';
import { approvePayouts, deployContracts, mintTokens } from '../../contracts/deploy.ts';
import type { FileConfig } from '../../service/config/config.ts';
import type { ConfigFile } from '../../service/config/configFileSchema.ts';
import { parseConfigFile } from '../../service/config/parseConfigFile.ts';
import type { TestChain, TestChainOptions } from '../anvil/testChain.ts';
import { startTestChain } from '../anvil/testChain.ts';

export const ORIGIN = 'Northshore';
export const DESTINATION = 'Southshore';

type TokenName = 'ETH' | 'USDC' | 'USDT' | 'WBTC';
type SideName = 'origin' | 'destination';

const KINDS: readonly (Omit<TokenSpec, 'decimals'> & { readonly decimals: Readonly<Record<SideName, number>> })[] = [
  { name: 'USDC', kind: 'standard', decimals: { origin: 6, destination: 6 } },
  { name: 'USDT', kind: 'tether', decimals: { origin: 6, destination: 6 } },
  { name: 'WBTC', kind: 'standard', decimals: { origin: 8, destination: 18 } },
  // No configuration mentions it.
  { name: 'FAKE', kind: 'standard', decimals: { origin: 6, destination: 6 } },
];

const MAKER_TOKENS = '1000000';
const CONFIRMATIONS = 2;

export type BridgeSide = {
  readonly name: string;
  readonly chain: TestChain;
  readonly deployment: Deployment;
  /** The address of a token, the fake one included. */
  token(name: TokenName | 'FAKE'): Address;
};

export type DepositOrder = {
  readonly token: TokenName | 'FAKE';
  readonly amount: bigint;
  readonly target?: string;
  readonly maker?: Address;
  readonly destination?: bigint;
};

/** Two real chains with the real contracts on them, a funded maker, and people to deposit. */
export type TestBridge = {
  readonly origin: BridgeSide;
  readonly destination: BridgeSide;
  readonly maker: PrivateKeyAccount;
  readonly makerKey: `0x${string}`;
  /** The configuration file of this bridge, which a test may change before it is read. */
  configFile(): ConfigFile;
  catalog(change?: (file: ConfigFile) => void): FileConfig;
  /** An account on the origin chain with coins and some of every token. */
  createUser(): Promise<PrivateKeyAccount>;
  /** Deposits on the origin chain, with its approval. */
  deposit(user: PrivateKeyAccount, order: DepositOrder): Promise<Hash>;
  stop(): Promise<void>;
};

type SideOptions = TestChainOptions & { readonly maker: PrivateKeyAccount };

async function createSide(name: SideName, id: number, { maker, ...options }: SideOptions): Promise<BridgeSide> {
  const chain = await startTestChain(id, options);
  const tokens = KINDS.map((token) => ({ ...token, decimals: token.decimals[name] }));
  const deployment = await deployContracts(chain, { artifacts: await compileContracts(), tokens });
  await chain.client.setBalance({ address: maker.address, value: parseEther('100000') });
  const mints = deployment.tokens.map(({ address, decimals }) => ({
    token: address,
    to: maker.address,
    amount: parseUnits(MAKER_TOKENS, decimals),
  }));
  await mintTokens(chain, mints);
  await approvePayouts(chain, { maker, deployment });
  return {
    name: name === 'origin' ? ORIGIN : DESTINATION,
    chain,
    deployment,
    token: (wanted) =>
      wanted === 'ETH'
        ? zeroAddress
        : (deployment.tokens.find((token) => token.name === wanted)?.address ?? zeroAddress),
  };
}

function describeChain({ name, chain, deployment }: BridgeSide, maker: Address): ConfigFile['chains'][number] {
  return {
    name,
    id: chain.id,
    category: 'Testnet',
    enabled: true,
    rpcUrls: [chain.rpcUrl],
    depositContract: deployment.depositContract,
    payoutContract: deployment.payoutContract,
    maker,
    startBlock: 0,
    confirmations: CONFIRMATIONS,
    confirmationTiers: [],
    payoutConfirmations: CONFIRMATIONS,
    reorgWindow: 64,
    blockRange: 1000,
    pollIntervalMs: 100,
    rescanIntervalMs: 500,
    maxGasPriceGwei: '1000',
    nativeToken: 'ETH',
  };
}

const PRICES: Readonly<Record<TokenName, string>> = { ETH: '3000', USDC: '1', USDT: '1', WBTC: '60000' };
const LIMITS: Readonly<Record<TokenName, { min: string; max: string; feeBps: number; feeFloor: string }>> = {
  ETH: { min: '0.001', max: '10', feeBps: 10, feeFloor: '0.00005' },
  USDC: { min: '1', max: '10000', feeBps: 10, feeFloor: '0.1' },
  USDT: { min: '1', max: '10000', feeBps: 10, feeFloor: '0.1' },
  WBTC: { min: '0.0001', max: '2', feeBps: 10, feeFloor: '0.000002' },
};
const NAMES = ['ETH', 'USDC', 'USDT', 'WBTC'] as const;

function describeToken(name: TokenName, sides: readonly BridgeSide[]): ConfigFile['tokens'][number] {
  const describe = ({ deployment, token }: BridgeSide) => ({
    address: token(name),
    decimals: deployment.tokens.find((candidate) => candidate.name === name)?.decimals ?? 18,
  });
  const deployments = Object.fromEntries(sides.map((side) => [side.name, describe(side)]));
  return { name, price: PRICES[name], deployments };
}

function createConfigFile(sides: readonly BridgeSide[], maker: Address): ConfigFile {
  const routes = NAMES.flatMap((token) =>
    [
      { token, from: ORIGIN, to: DESTINATION },
      { token, from: DESTINATION, to: ORIGIN },
    ].map((route) => ({ ...route, ...LIMITS[token], payoutGas: 120_000 })),
  );
  return {
    http: {
      host: '127.0.0.1',
      port: 0,
      prefix: '/api/v1',
      trustProxy: false,
      // A test asks again and again, from one address.
      rateLimit: { perSecond: 100_000, burst: 100_000 },
    },
    quoteValiditySeconds: 600,
    feeEpochSeconds: 30,
    refundGas: 120_000,
    chains: sides.map((side) => describeChain(side, maker)),
    tokens: NAMES.map((name) => describeToken(name, sides)),
    routes,
  };
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
  const isNative = address === zeroAddress;
  if (!isNative) {
    const args = [deployment.depositContract, order.amount] as const;
    await send(address, { data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args }) });
  }
  const data = encodeFunctionData({
    abi: depositAbi,
    functionName: 'deposit',
    args: [order.target, address, order.maker, order.amount, order.destination, 7n],
  });
  return send(deployment.depositContract, { data, value: isNative ? order.amount : 0n });
}

/** @param firstId the origin chain's id; the destination's is the next */
export async function createTestBridge(firstId: number, options: TestChainOptions = {}): Promise<TestBridge> {
  const makerKey = generatePrivateKey();
  const maker = privateKeyToAccount(makerKey);
  const [origin, destination] = await Promise.all([
    createSide('origin', firstId, { maker, ...options }),
    createSide('destination', firstId + 1, { maker, ...options }),
  ]);
  const configFile = () => createConfigFile([origin, destination], maker.address);
  return {
    origin,
    destination,
    maker,
    makerKey,
    configFile,
    catalog: (change = () => {}) => {
      const file = configFile();
      change(file);
      const problems: string[] = [];
      const parsed = parseConfigFile(JSON.stringify(file), problems);
      if (!parsed || problems.length > 0) throw new Error(problems.join('\n'));
      return parsed;
    },
    createUser: async () => {
      const user = await origin.chain.createAccount();
      const mints = origin.deployment.tokens.map(({ address, decimals }) => ({
        token: address,
        to: user.address,
        amount: parseUnits('50000', decimals),
      }));
      await mintTokens(origin.chain, mints);
      return user;
    },
    deposit: (user, order) =>
      sendDeposit(origin, user, {
        target: user.address,
        maker: maker.address,
        destination: BigInt(destination.chain.id),
        ...order,
      }),
    stop: async () => {
      await Promise.all([origin.chain.stop(), destination.chain.stop()]);
    },
  };
}
