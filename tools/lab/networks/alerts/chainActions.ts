import type { Address, Hash, Hex } from 'viem';
import {
  createTestClient,
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  http,
  parseAbi,
  publicActions,
  zeroAddress,
} from 'viem';
import { depositAbi } from '#shared/abi/depositAbi.ts';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import { createClient } from '../../../../client/index.ts';
import { ANVIL_ACCOUNTS } from '../../chains/anvil.ts';
import type { Fault } from '../../endpoints/endpoint.ts';
import { waitUntil } from '../../processes/waitUntil.ts';
import type { Network } from '../startNetworks.ts';
import type { World } from '../tryDeployment.ts';
import { API_URL } from '../tryDeployment.ts';
import { askDatabase, readDeployed, readHotWallet } from './machineActions.ts';

const ownerAbi = parseAbi([
  'function pause()',
  'function unpause()',
  'function lowerCap(address token, uint112 perPayment, uint112 perWindow)',
  'function setCap(address token, uint112 perPayment, uint112 perWindow)',
  'function schedule(bytes action)',
  'function execute(bytes action)',
]);
// The accounts of the example answers.
const SENDER = 1;
const OWNER = 3;
const GUARDIAN = 4;
const AMOUNT = '0.05';
const THIEF = 9;

function accountOf(index: number) {
  const account = ANVIL_ACCOUNTS[index];
  if (!account) throw new Error('anvil has no such account');
  return account;
}

export const connect = ({ nodeUrl }: Network) =>
  createTestClient({ mode: 'anvil', transport: http(nodeUrl), pollingInterval: 200 }).extend(publicActions);

const walletOf = ({ nodeUrl }: Network, index: number) =>
  createWalletClient({ account: accountOf(index), transport: http(nodeUrl) });

/** Calls one of the chain's test-only methods. */
export async function callNode({ nodeUrl }: Network, method: string, params: readonly unknown[]): Promise<void> {
  // A chain that mines thousands of blocks answers late, and a retry would mine them twice.
  await http(nodeUrl, { timeout: 180_000, retryCount: 0 })({}).request({ method, params });
}

async function settle(network: Network, hash: Hash): Promise<Hash> {
  const { status } = await connect(network).waitForTransactionReceipt({ hash });
  if (status !== 'success') throw new Error(`${hash} reverted`);
  return hash;
}

/** Pauses the vault as its guardian, or ends the pause as its owner. */
export async function callVault(world: World, network: Network, functionName: 'pause' | 'unpause'): Promise<void> {
  const { vault: address } = await readDeployed(world, network.name);
  const wallet = walletOf(network, functionName === 'pause' ? GUARDIAN : OWNER);
  await settle(network, await wallet.writeContract({ address, abi: ownerAbi, functionName, chain: null }));
}

type Cap = { readonly token: Address; readonly perPayment: bigint; readonly perWindow: bigint };

/** Lowers a cap as the vault's owner, which takes effect at once. */
export async function lowerCap(world: World, network: Network, cap: Cap): Promise<void> {
  const { vault: address } = await readDeployed(world, network.name);
  const args = [cap.token, cap.perPayment, cap.perWindow] as const;
  const wallet = walletOf(network, OWNER);
  const call = { address, abi: ownerAbi, functionName: 'lowerCap', args, chain: null } as const;
  await settle(network, await wallet.writeContract(call));
}

/** Announces a higher cap as the vault's owner, and executes it after the delay. */
export async function raiseCap(world: World, network: Network, cap: Cap): Promise<void> {
  const { vault: address } = await readDeployed(world, network.name);
  const args = [cap.token, cap.perPayment, cap.perWindow] as const;
  const action = encodeFunctionData({ abi: ownerAbi, functionName: 'setCap', args });
  const wallet = walletOf(network, OWNER);
  const call = { address, abi: ownerAbi, args: [action] } as const;
  await settle(network, await wallet.writeContract({ ...call, functionName: 'schedule', chain: null }));
  const client = connect(network);
  const execute = { ...call, functionName: 'execute', account: wallet.account } as const;
  // The vault refuses until the delay is over.
  const isReady = () => client.simulateContract(execute).then(() => true);
  await waitUntil(isReady, { timeoutMs: 180_000, everyMs: 2000, what: 'the end of the delay' });
  await settle(network, await wallet.writeContract({ ...execute, chain: null }));
}

export async function setVaultBalance(world: World, network: Network, value: bigint): Promise<void> {
  await connect(network).setBalance({ address: (await readDeployed(world, network.name)).vault, value });
}

/** Sets the native tokens of the hot wallet, which pay its gas. */
export async function setGas(world: World, network: Network, value: bigint): Promise<void> {
  await connect(network).setBalance({ address: await readHotWallet(world), value });
}

export type Deposit = {
  readonly from: Network;
  readonly to: Network;
  readonly amount?: string;
  readonly account?: number;
};

/** Builds a deposit of native tokens through the API. @returns a function that sends it and returns its hash */
export async function buildDeposit({
  from,
  to,
  amount = AMOUNT,
  account = SENDER,
}: Deposit): Promise<() => Promise<Hash>> {
  const wallet = walletOf(from, account);
  const { address } = wallet.account;
  const order = {
    ...{ originChainName: from.name, destinationChainName: to.name, tokenName: 'ETH', amountText: amount },
    ...{ sender: address, recipient: address },
  };
  // After another case, the service may need a few seconds until it offers the pair again.
  const build = await waitUntil(
    async () => {
      const answer = await createClient(API_URL).getBuild(order);
      if (answer.kind === 'refused') throw new Error(`no build: ${answer.message}`);
      return answer.build;
    },
    { timeoutMs: 120_000, everyMs: 1000, what: 'a build' },
  );
  const { to: contract, data, value } = build.transfer;
  return async () => settle(from, await wallet.sendTransaction({ to: contract, data, value, chain: null }));
}

/** Deposits native tokens through the API. @returns the hash of the deposit */
export async function makeDeposit(deposit: Deposit): Promise<Hash> {
  const send = await buildDeposit(deposit);
  return send();
}

/** Deposits a token unknown to the installation. @returns the hash of the deposit */
export async function depositUnknownToken(world: World, network: Network, token: Address): Promise<Hash> {
  const { vault, depositContract } = await readDeployed(world, network.name);
  const wallet = walletOf(network, SENDER);
  const amount = 1_000_000n;
  const approve = { address: token, abi: erc20Abi, functionName: 'approve', args: [depositContract, amount] } as const;
  await settle(network, await wallet.writeContract({ ...approve, chain: null }));
  const other = world.networks.ethereum === network ? world.networks.rollup : world.networks.ethereum;
  const args = [wallet.account.address, token, vault, amount, BigInt(other.id), 0n] as const;
  const deposit = { address: depositContract, abi: depositAbi, functionName: 'deposit', args, chain: null } as const;
  return settle(network, await wallet.writeContract(deposit));
}

type Stored = { readonly id: Hash; readonly state: string };

/** Waits until a deposit's transfer is in a state. @returns the id of the transfer */
export async function waitForState(world: World, hash: Hash, state: RegExp): Promise<Hash> {
  const sql = `select id, state from transfers join deposits using (id) where tx_hash = '${hash}'`;
  const found = await waitUntil(
    async () => (await askDatabase<Stored>(world, sql)).find((one) => state.test(one.state)),
    { timeoutMs: 300_000, everyMs: 1000, what: `a transfer that is ${state.source}` },
  );
  return found.id;
}

/** Pays from the vault without a deposit, as a thief of the hot wallet's key would. @returns the hash of the payment */
export async function payByHand(world: World, network: Network, amount: bigint): Promise<Hash> {
  const { vault: address } = await readDeployed(world, network.name);
  const hotWallet = await readHotWallet(world);
  const id: Hex = `0x${Date.now().toString(16).padStart(64, 'f')}`;
  const client = connect(network);
  await client.impersonateAccount({ address: hotWallet });
  const wallet = createWalletClient({ account: hotWallet, transport: http(network.nodeUrl) });
  const args = [id, zeroAddress, accountOf(THIEF).address, amount] as const;
  const hash = await wallet.writeContract({ address, abi: vaultAbi, functionName: 'pay', args, chain: null });
  await settle(network, hash);
  await client.stopImpersonatingAccount({ address: hotWallet });
  return hash;
}

/** Gives every endpoint of a network a fault, or ends it. */
export function setFaults(network: Network, fault: Fault | null): void {
  for (const endpoint of network.endpoints) endpoint.answer(fault);
}
