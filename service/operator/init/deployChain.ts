import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Abi, Address, Hex, PrivateKeyAccount, PublicClient, WalletClient } from 'viem';
import {
  createPublicClient,
  createWalletClient,
  custom,
  encodeDeployData,
  encodeFunctionData,
  erc20Abi,
  getContractAddress,
  http,
  isAddressEqual,
  parseUnits,
  zeroAddress,
} from 'viem';
import { NATIVE_DECIMALS } from '../../boot/model/catalog.ts';
import { OperatorError } from '../../boot/operatorError.ts';
import type { Answers, ChainAnswers } from './answers.ts';

type Cap = { readonly token: Address; readonly perPayment: bigint; readonly perWindow: bigint };

// A refund returns a deposit that can be larger than the largest transfer: the network fee comes on top.
export const REFUND_PERCENT = 120n;

/** The cap of one payment that a largest transfer needs, rounded up. */
export function raiseForRefunds(max: bigint): bigint {
  return (max * REFUND_PERCENT + 99n) / 100n;
}

/** A limit as decimal text, raised for refunds, with the decimals of a token. */
export function perPayment(max: string, decimals: number): bigint {
  return raiseForRefunds(parseUnits(max, decimals));
}

/** The caps of the vault of a chain. @param decimals by token name */
function capsOf(answers: Answers, chainName: string, decimals: Readonly<Record<string, number>>): readonly Cap[] {
  return answers.tokens.flatMap(({ name, addresses, limits }) => {
    const token = addresses[chainName];
    const places = decimals[name];
    if (token === undefined || places === undefined || limits === undefined) return [];
    const perWindow = parseUnits(limits.maxPerWindow, places);
    return [{ token, perPayment: perPayment(limits.max, places), perWindow }];
  });
}

/** Thrown when a step of the setup cannot go on. The message says what to do. */
export class SetupRefused extends OperatorError {
  readonly code = 'SETUP_REFUSED';
}

type Contract = { readonly abi: Abi; readonly bytecode: Hex };
export type Contracts = Readonly<Record<'CausewayDeposit' | 'CausewayVault', Contract>>;

// Beside the program in a production build, or what the compiler of the repository has stored.
const BUILT = new URL('./contracts.json', import.meta.url);
const COMPILED = new URL('../../../contracts/generated/artifacts.json', import.meta.url);

/** Reads the compiled contracts of this version. @throws SetupRefused */
export async function readContracts(): Promise<Contracts> {
  const built = await readFile(BUILT, 'utf8').catch(() => null);
  if (built !== null) return JSON.parse(built);
  const compiled = await readFile(COMPILED, 'utf8').catch(() => null);
  if (compiled !== null) return JSON.parse(compiled).artifacts;
  throw new SetupRefused(
    'The compiled contracts are missing. Run "npm run build", and use the command line of the build.',
  );
}

const TIMEOUT_MS = 10_000;
const POLLING_MS = 250;

/** Connects to one endpoint. */
export function connectTo(url: string): PublicClient {
  return createPublicClient({ transport: http(url, { timeout: TIMEOUT_MS }), pollingInterval: POLLING_MS });
}

/** Connects to a chain by its first endpoint, and makes sure that it is this chain. @throws SetupRefused */
export async function connectChain({ name, id, rpcUrls }: ChainAnswers): Promise<PublicClient> {
  const client = connectTo(rpcUrls[0] ?? '');
  const found = await client.getChainId().catch((error: unknown) => {
    throw new SetupRefused(`${name}: the first of rpcUrls does not answer. Correct it, or start the node.`, {
      cause: error,
    });
  });
  if (found !== id) throw new SetupRefused(`${name}: the first of rpcUrls serves chain ${found}, but "id" is ${id}.`);
  return client;
}

type TokenFacts = { readonly symbol: string | null; readonly decimals: number };

/** Reads what a token says about itself. Its symbol is null when the contract does not say it as text. */
export async function readTokenFacts(client: PublicClient, address: Address): Promise<TokenFacts> {
  if (isAddressEqual(address, zeroAddress)) return { symbol: null, decimals: NATIVE_DECIMALS };
  const call = { address, abi: erc20Abi } as const;
  const decimals = await client.readContract({ ...call, functionName: 'decimals' });
  const symbol = await client.readContract({ ...call, functionName: 'symbol' }).catch(() => null);
  return { symbol, decimals };
}

/** One RPC endpoint of a chain. Its label has no URL, which can hold a secret key. */
type Endpoint = { readonly label: string; readonly client: PublicClient };

/** Connects to every endpoint of the service and of the signer, so that no provider alone decides where money goes. */
export function connectEndpoints({ name, rpcUrls, signerRpcUrls = [] }: ChainAnswers): readonly Endpoint[] {
  const connect = (setting: string, urls: readonly string[]) =>
    urls.map((url, index) => ({ label: `${name}: ${setting} ${index + 1}`, client: connectTo(url) }));
  return [...connect('rpcUrls', rpcUrls), ...connect('signerRpcUrls', signerRpcUrls)];
}

async function ask<T>({ label, client }: Endpoint, question: (client: PublicClient) => Promise<T>): Promise<T> {
  return question(client).catch((error: unknown) => {
    throw new SetupRefused(`${label} does not answer. Correct it, or change the provider.`, { cause: error });
  });
}

/**
 * The next nonce of an account. The highest answer counts: with a lower one, the address of a new contract would be
 * that of an earlier contract. A nonce that is too high only leaves the transaction pending.
 * @throws SetupRefused
 */
async function readNextNonce(endpoints: readonly Endpoint[], address: Address): Promise<number> {
  const nonces = endpoints.map((endpoint) =>
    ask(endpoint, (client) => client.getTransactionCount({ address, blockTag: 'pending' })),
  );
  return Math.max(...(await Promise.all(nonces)));
}

/** Waits until every endpoint has the code of a contract. @throws SetupRefused */
async function requireCode(
  endpoints: readonly Endpoint[],
  { address, timeoutMs }: { readonly address: Address; readonly timeoutMs: number },
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  const waitFor = async (endpoint: Endpoint) => {
    while ((await ask(endpoint, (client) => client.getCode({ address }))) === undefined) {
      if (Date.now() >= deadline) {
        throw new SetupRefused(
          `${endpoint.label} has no code at ${address}. Correct it, or change the provider, then run the command again.`,
        );
      }
      await delay(endpoint.client.pollingInterval);
    }
  };
  await Promise.all(endpoints.map(waitFor));
}

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
