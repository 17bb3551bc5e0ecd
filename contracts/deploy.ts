import type { Address, Hash, Hex, PrivateKeyAccount } from 'viem';
import {
  concatHex,
  createTestClient,
  encodeAbiParameters,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  http,
  keccak256,
  maxUint256,
  parseAbi,
  parseAbiParameters,
  parseEther,
  publicActions,
  toHex,
  walletActions,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { payoutAbi } from '#shared/abi/payoutAbi.ts';
import type { Artifacts } from './artifacts.ts';

/** An anvil chain. Its own RPC methods fund accounts. */
export type AnvilChain = { readonly id: number; readonly rpcUrl: string };

export type TokenSpec = {
  readonly name: string;
  readonly decimals: number;
  /** `tether` returns no value and rejects a change of an allowance that is not zero. */
  readonly kind: 'standard' | 'tether';
};

export type DeployedToken = TokenSpec & { readonly address: Address };

export type Deployment = {
  readonly depositContract: Address;
  readonly payoutContract: Address;
  readonly tokens: readonly DeployedToken[];
};

/** The arguments of the vault's constructor. Periods are in seconds. */
export type VaultSpec = {
  readonly owner: Address;
  readonly guardian: Address;
  readonly payers: readonly Address[];
  readonly delay: bigint;
  readonly window: bigint;
  /** The zero address as token is the native token. */
  readonly caps: readonly { readonly token: Address; readonly perPayment: bigint; readonly perWindow: bigint }[];
};

export class DeployError extends Error {
  readonly code = 'DEPLOY_ERROR';
}

type Call = { readonly to?: Address; readonly data: Hex; readonly value?: bigint };
type MintTo = { readonly token: Address; readonly to: Address; readonly amount: bigint };

const tokenAbi = parseAbi(['function mint(address to, uint256 amount)', 'function approve(address, uint256)']);
const CALL_GAS = 150_000n;
const CREATION_GAS = 5_000_000n;
const RECEIPT_TIMEOUT_MS = 30_000;
const POLLING_MS = 50;

/**
 * The account that deploys on a chain and owns its tokens. Each chain has a different one: equal contract addresses on
 * both chains would hide a mix-up.
 */
function deployerOf(chainId: number): PrivateKeyAccount {
  return privateKeyToAccount(keccak256(toHex(`Causeway deployer on ${chainId}`)));
}

/** Deploys the bridge and the tokens. @throws DeployError */
export async function deployContracts(
  chain: AnvilChain,
  { artifacts, tokens }: { readonly artifacts: Artifacts; readonly tokens: readonly TokenSpec[] },
): Promise<Deployment> {
  const deployer = deployerOf(chain.id);
  const creations = [
    artifacts.CausewayDeposit.bytecode,
    artifacts.CausewayPayout.bytecode,
    ...tokens.map((token) =>
      concatHex([
        artifacts[token.kind === 'tether' ? 'TestTetherToken' : 'TestToken'].bytecode,
        encodeAbiParameters(parseAbiParameters('string, string, uint8'), [token.name, token.name, token.decimals]),
      ]),
    ),
  ];
  const client = createClient(chain);
  const nonce = await client.getTransactionCount({ address: deployer.address });
  const addressAt = (index: number): Address =>
    getContractAddress({ from: deployer.address, nonce: BigInt(nonce + index) });

  await setNativeBalance(chain, { account: deployer.address, amount: parseEther('1000') });
  await sendAll(chain, { from: deployer, calls: creations.map((data) => ({ data })) });
  return {
    depositContract: addressAt(0),
    payoutContract: addressAt(1),
    tokens: tokens.map((token, index) => ({ ...token, address: addressAt(index + 2) })),
  };
}

/** Deploys an empty vault. A plain transfer funds it. @throws DeployError */
export async function deployVault(
  chain: AnvilChain,
  { artifacts, ...spec }: VaultSpec & { readonly artifacts: Artifacts },
): Promise<Address> {
  const { abi, bytecode } = artifacts.CausewayVault;
  const { owner, guardian, payers, delay, window, caps } = spec;
  const data = encodeDeployData({ abi, bytecode, args: [owner, guardian, payers, delay, window, caps] });
  const deployer = deployerOf(chain.id);
  const nonce = await createClient(chain).getTransactionCount({ address: deployer.address });
  await setNativeBalance(chain, { account: deployer.address, amount: parseEther('1000') });
  await sendAll(chain, { from: deployer, calls: [{ data }] });
  return getContractAddress({ from: deployer.address, nonce: BigInt(nonce) });
}

/** Mints test tokens from a new account, so parallel calls never share a nonce. @throws DeployError */
export async function mintTokens(chain: AnvilChain, mints: readonly MintTo[]): Promise<void> {
  const minter = privateKeyToAccount(generatePrivateKey());
  await setNativeBalance(chain, { account: minter.address, amount: parseEther('10') });
  const calls = mints.map(({ token, to, amount }) => ({
    to: token,
    data: encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args: [to, amount] }),
  }));
  await sendAll(chain, { from: minter, calls });
}

export async function setNativeBalance(
  chain: AnvilChain,
  { account, amount }: { readonly account: Address; readonly amount: bigint },
): Promise<void> {
  await createClient(chain).setBalance({ address: account, value: amount });
}

/** Approves unlimited amounts of the maker's tokens for the payout contract. @throws DeployError */
export async function approvePayouts(
  chain: AnvilChain,
  { maker, deployment }: { readonly maker: PrivateKeyAccount; readonly deployment: Deployment },
): Promise<void> {
  const data = encodeFunctionData({
    abi: tokenAbi,
    functionName: 'approve',
    args: [deployment.payoutContract, maxUint256],
  });
  await sendAll(chain, { from: maker, calls: deployment.tokens.map(({ address }) => ({ to: address, data })) });
}

/** Whether the chain has this bridge: code at the deposit address, and a payout contract that answers `isPaid`. */
export async function holdsDeployment(chain: AnvilChain, deployment: Deployment): Promise<boolean> {
  const client = createClient(chain);
  const [depositCode, isPaid] = await Promise.all([
    client.getCode({ address: deployment.depositContract }),
    client
      .readContract({
        address: deployment.payoutContract,
        abi: payoutAbi,
        functionName: 'isPaid',
        args: [deployment.payoutContract, keccak256('0x')],
      })
      .catch(() => null),
  ]);
  return depositCode !== undefined && isPaid === false;
}

function createClient({ rpcUrl }: AnvilChain) {
  return createTestClient({ mode: 'anvil', transport: http(rpcUrl), pollingInterval: POLLING_MS })
    .extend(publicActions)
    .extend(walletActions);
}

/** Sends all calls and mines one block, independent of the chain's block time. */
async function sendAll(
  chain: AnvilChain,
  { from, calls }: { readonly from: PrivateKeyAccount; readonly calls: readonly Call[] },
): Promise<void> {
  const client = createClient(chain);
  const [nonce, fees] = await Promise.all([
    client.getTransactionCount({ address: from.address }),
    client.estimateFeesPerGas({ chain: null }),
  ]);
  const hashes: Hash[] = [];
  for (const [index, call] of calls.entries()) {
    const signed = await from.signTransaction({
      type: 'eip1559',
      chainId: chain.id,
      nonce: nonce + index,
      gas: call.to === undefined ? CREATION_GAS : CALL_GAS,
      maxFeePerGas: fees.maxFeePerGas * 2n,
      maxPriorityFeePerGas: fees.maxPriorityFeePerGas,
      ...call,
    });
    hashes.push(await client.sendRawTransaction({ serializedTransaction: signed }));
  }
  await client.mine({ blocks: 1 });
  for (const hash of hashes) {
    const receipt = await client.waitForTransactionReceipt({ hash, timeout: RECEIPT_TIMEOUT_MS });
    if (receipt.status !== 'success') throw new DeployError(`transaction ${hash} on chain ${chain.id} reverted`);
  }
}
