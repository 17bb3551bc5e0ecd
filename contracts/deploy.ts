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
  parseAbi,
  parseAbiParameters,
  parseEther,
  publicActions,
  toHex,
  walletActions,
  zeroAddress,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import type { Artifacts } from './artifacts.ts';

/** An anvil chain. Its own RPC methods fund accounts. */
export type AnvilChain = { readonly id: number; readonly rpcUrl: string };

export type TokenSpec = {
  readonly name: string;
  readonly decimals: number;
  /** `tether` returns no value and refuses to change an allowance that isn't zero. */
  readonly kind: 'standard' | 'tether';
};

export type DeployedToken = TokenSpec & { readonly address: Address };

export type Deployment = {
  readonly depositContract: Address;
  readonly vault: Address;
  readonly tokens: readonly DeployedToken[];
};

export class DeployError extends Error {
  readonly code = 'DEPLOY_ERROR';
}

type Call = { readonly to?: Address; readonly data: Hex; readonly value?: bigint };
type MintTo = { readonly token: Address; readonly to: Address; readonly amount: bigint };

const tokenAbi = parseAbi(['function mint(address to, uint256 amount)', 'function approve(address, uint256)']);
const CALL_GAS = 150_000n;
const WINDOW_SECONDS = 3600n;
const DELAY_SECONDS = 86_400n;
const CREATION_GAS = 5_000_000n;
const RECEIPT_TIMEOUT_MS = 30_000;
const POLLING_MS = 50;

/**
 * The account that deploys on a chain and owns its tokens. Each chain has a different one: equal contract addresses on
 * both chains would hide a mix-up.
 */
function deployerOf(chainId: number): PrivateKeyAccount {
  return accountOf(`Causeway deployer on ${chainId}`);
}

/** The accounts that own and guard every vault deployed here. */
export const vaultOwner = accountOf('Causeway vault owner');
export const vaultGuardian = accountOf('Causeway vault guardian');

function accountOf(seed: string): PrivateKeyAccount {
  return privateKeyToAccount(keccak256(toHex(seed)));
}

export type BridgeSpec = {
  readonly artifacts: Artifacts;
  readonly tokens: readonly TokenSpec[];
  readonly hotWallet: Address;
};

/** The arguments of the vault's constructor. Periods are in seconds. */
export type VaultSpec = {
  readonly owner: Address;
  readonly guardian: Address;
  readonly payers: readonly Address[];
  readonly delay: bigint;
  readonly window: bigint;
  /** The zero address as token means the native token. */
  readonly caps: readonly { readonly token: Address; readonly perPayment: bigint; readonly perWindow: bigint }[];
};

function encodeVault({ CausewayVault }: Artifacts, spec: VaultSpec): Hex {
  const { owner, guardian, payers, delay, window, caps } = spec;
  return encodeDeployData({ ...CausewayVault, args: [owner, guardian, payers, delay, window, caps] });
}

const LARGEST_CAP = 2n ** 112n - 1n;

/** A vault with caps that allow everything a test pays. */
export function openVaultSpec(hotWallet: Address, tokens: readonly Address[]): VaultSpec {
  return {
    owner: vaultOwner.address,
    guardian: vaultGuardian.address,
    payers: [hotWallet],
    delay: DELAY_SECONDS,
    window: WINDOW_SECONDS,
    caps: [zeroAddress, ...tokens].map((token) => ({ token, perPayment: LARGEST_CAP, perWindow: LARGEST_CAP })),
  };
}

/** Deploys the bridge and the tokens. @throws DeployError */
export async function deployContracts(
  chain: AnvilChain,
  { artifacts, tokens, hotWallet }: BridgeSpec,
): Promise<Deployment> {
  const deployer = deployerOf(chain.id);
  const tokenCreations = tokens.map((token) =>
    concatHex([
      artifacts[token.kind === 'tether' ? 'TestTetherToken' : 'TestToken'].bytecode,
      encodeAbiParameters(parseAbiParameters('string, string, uint8'), [token.name, token.name, token.decimals]),
    ]),
  );
  const client = createClient(chain);
  const nonce = await client.getTransactionCount({ address: deployer.address });
  const addressAt = (index: number): Address =>
    getContractAddress({ from: deployer.address, nonce: BigInt(nonce + index) });

  const tokensAt = tokens.map((_, index) => addressAt(index + 2));
  const vault = encodeVault(artifacts, openVaultSpec(hotWallet, tokensAt));
  const creations = [artifacts.CausewayDeposit.bytecode, vault, ...tokenCreations];
  await setNativeBalance(chain, { account: deployer.address, amount: parseEther('1000') });
  await sendAll(chain, { from: deployer, calls: creations.map((data) => ({ data })) });
  return {
    depositContract: addressAt(0),
    vault: addressAt(1),
    tokens: tokens.map((token, index) => ({ ...token, address: addressAt(index + 2) })),
  };
}

/** Deploys an empty vault. A plain transfer funds it. @throws DeployError */
export async function deployVault(
  chain: AnvilChain,
  { artifacts, ...spec }: VaultSpec & { readonly artifacts: Artifacts },
): Promise<Address> {
  const deployer = deployerOf(chain.id);
  const nonce = await createClient(chain).getTransactionCount({ address: deployer.address });
  await setNativeBalance(chain, { account: deployer.address, amount: parseEther('1000') });
  await sendAll(chain, { from: deployer, calls: [{ data: encodeVault(artifacts, spec) }] });
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

/** Whether the chain has this bridge: code at the deposit address, and a vault that answers `isPaid`. */
export async function holdsDeployment(chain: AnvilChain, deployment: Deployment): Promise<boolean> {
  const client = createClient(chain);
  const [depositCode, isPaid] = await Promise.all([
    client.getCode({ address: deployment.depositContract }),
    client
      .readContract({
        address: deployment.vault,
        abi: vaultAbi,
        functionName: 'isPaid',
        args: [keccak256('0x')],
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

/** Sends all calls and mines one block, independently of the chain's block time. */
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
