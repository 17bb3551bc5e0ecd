import type { Address, Hex, PrivateKeyAccount, PublicClient, WalletClient } from 'viem';
import {
  createWalletClient,
  custom,
  encodeDeployData,
  encodeFunctionData,
  erc20Abi,
  getContractAddress,
  isAddressEqual,
  parseUnits,
  zeroAddress,
} from 'viem';
import { NATIVE_DECIMALS } from '../domain/nativeDecimals.ts';
import type { Answers, ChainAnswers } from './answers.ts';
import { capsOf } from './caps.ts';
import type { Contracts } from './contractFiles.ts';
import { SetupRefused } from './contractFiles.ts';
import type { Endpoint } from './endpoints.ts';
import { readNextNonce, requireCode } from './endpoints.ts';

/** What stands on one chain. Stored after each step, so that a repeated run continues. */
export type Deployed = {
  readonly depositContract?: Address;
  readonly vault?: Address;
  /** The block from which the service reads deposits. */
  readonly startBlock?: number;
};

export type ChainSetup = {
  readonly answers: Answers;
  readonly chain: ChainAnswers;
  readonly client: PublicClient;
  /** Every endpoint of the chain. Each must confirm a contract before it gets money. */
  readonly endpoints: readonly Endpoint[];
  readonly codeTimeoutMs: number;
  readonly deployer: PrivateKeyAccount;
  readonly contracts: Contracts;
  readonly hotWallet: Address;
  /** By token name. */
  readonly decimals: Readonly<Record<string, number>>;
  readonly say: (line: string) => void;
};

const RECEIPT_TIMEOUT_MS = 300_000;

type Call = { readonly to: Address | null; readonly data?: Hex; readonly value?: bigint; readonly nonce?: number };

async function send({ client, chain, deployer }: ChainSetup, { to, data, value, nonce }: Call) {
  const wallet: WalletClient = createWalletClient({ account: deployer, transport: custom(client) });
  const hash = await wallet.sendTransaction({
    ...{ account: deployer, chain: { ...EMPTY_CHAIN, id: chain.id, name: chain.name }, to },
    ...(data !== undefined && { data }),
    ...(value !== undefined && { value }),
    ...(nonce !== undefined && { nonce }),
  });
  const receipt = await client.waitForTransactionReceipt({ hash, timeout: RECEIPT_TIMEOUT_MS });
  if (receipt.status !== 'success') throw new SetupRefused(`${chain.name}: the transaction ${hash} reverted.`);
  return receipt;
}

const EMPTY_CHAIN = {
  nativeCurrency: { name: '', symbol: '', decimals: NATIVE_DECIMALS },
  rpcUrls: { default: { http: [] } },
};

/** The address follows from the signed transaction: an endpoint that lies could name another contract in its receipt. */
async function deploy(setup: ChainSetup, data: Hex) {
  const from = setup.deployer.address;
  const nonce = await readNextNonce(setup.endpoints, from);
  const { blockNumber } = await send(setup, { to: null, data, nonce });
  const address = getContractAddress({ from, nonce: BigInt(nonce) });
  await confirm(setup, address);
  return { address, block: Number(blockNumber) };
}

const confirm = ({ endpoints, codeTimeoutMs }: ChainSetup, address: Address) =>
  requireCode(endpoints, { address, timeoutMs: codeTimeoutMs });

/** Deploys what is missing on a chain. @param store keeps each step */
export async function deployChain(
  setup: ChainSetup,
  known: Deployed,
  store: (deployed: Deployed) => Promise<void>,
): Promise<Required<Deployed>> {
  const { answers, chain, contracts, hotWallet, say } = setup;
  let { depositContract, vault, startBlock } = known;
  if (depositContract === undefined || startBlock === undefined) {
    const made = await deploy(setup, encodeDeployData({ ...contracts.CausewayDeposit, args: [] }));
    [depositContract, startBlock] = [made.address, made.block];
    await store({ depositContract, startBlock });
    say(`${chain.name}: deposit contract ${depositContract}, block ${startBlock}`);
  }
  if (vault === undefined) {
    const { owner, guardian, delaySeconds, windowSeconds } = answers;
    const caps = capsOf(answers, chain.name, setup.decimals);
    const args = [owner, guardian, [hotWallet], BigInt(delaySeconds), BigInt(windowSeconds), caps];
    const made = await deploy(setup, encodeDeployData({ ...contracts.CausewayVault, args }));
    vault = made.address;
    await store({ depositContract, startBlock, vault });
    say(`${chain.name}: vault ${vault}`);
  }
  const deployed = { depositContract, vault, startBlock };
  // A stored address counts again only when every endpoint has its code.
  await Promise.all([depositContract, vault].map((address) => confirm(setup, address)));
  await fund(setup, vault);
  return deployed;
}

/** Fills the hot wallet up to its gas and the vault up to its float. A repeated run sends only what is missing. */
async function fund(setup: ChainSetup, vault: Address): Promise<void> {
  const { answers, chain, client, hotWallet, decimals, say } = setup;
  const gas = parseUnits(chain.gas, NATIVE_DECIMALS);
  const missingGas = gas - (await client.getBalance({ address: hotWallet }));
  // The hot wallet spends gas from then on.
  if (missingGas > gas / 2n) {
    await send(setup, { to: hotWallet, value: missingGas });
    say(`${chain.name}: sent the hot wallet native tokens for gas, now ${chain.gas} ${chain.nativeToken}`);
  }
  for (const token of answers.tokens) {
    const address = token.addresses[chain.name];
    if (address === undefined || token.float === undefined) continue;
    const float = parseUnits(token.float, decimals[token.name] ?? NATIVE_DECIMALS);
    const isNative = isAddressEqual(address, zeroAddress);
    const balance = isNative
      ? await client.getBalance({ address: vault })
      : await client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [vault] });
    if (balance >= float) continue;
    const missing = float - balance;
    const transfer = () => encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [vault, missing] });
    await send(setup, isNative ? { to: vault, value: missing } : { to: address, data: transfer() });
    say(`${chain.name}: filled the vault up to ${token.float} ${token.name}`);
  }
}
