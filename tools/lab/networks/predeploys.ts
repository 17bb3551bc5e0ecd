import type { Abi, Address, Hex } from 'viem';
import { createTestClient, http, publicActions, walletActions } from 'viem';
import type { Artifact, Artifacts } from '../../../contracts/artifacts.ts';
import { ANVIL_ACCOUNTS } from '../chains/anvil.ts';

/** https://specs.optimism.io/protocol/predeploys.html */
const L1_BLOCK: Address = '0x4200000000000000000000000000000000000015';
const GAS_PRICE_ORACLE: Address = '0x420000000000000000000000000000000000000F';

/** What the parent chain charges, in wei. */
export type ParentFees = { readonly baseFee: bigint; readonly blobBaseFee: bigint };

// Base's scalars, with six decimals.
const BASE_FEE_SCALAR = 2269;
const BLOB_BASE_FEE_SCALAR = 1_055_762;

// The last of anvil's accounts, because tests and the deploying operator use the first ones.
const FOUNDER = ANVIL_ACCOUNTS.at(-1);

function connect(rpcUrl: string) {
  if (!FOUNDER) throw new Error('anvil has no accounts');
  const transport = http(rpcUrl, { retryCount: 0 });
  const client = createTestClient({ account: FOUNDER, mode: 'anvil', transport, pollingInterval: 50 });
  return client.extend(publicActions).extend(walletActions);
}

type Call = { readonly address: Address; readonly abi: Abi; readonly functionName: string; readonly args: unknown[] };

/** Sends a transaction and waits for its block. */
async function write(rpcUrl: string, call: Call): Promise<void> {
  const client = connect(rpcUrl);
  const hash = await client.writeContract({ ...call, chain: null, account: client.account });
  const { status } = await client.waitForTransactionReceipt({ hash });
  if (status !== 'success') throw new Error(`${call.functionName} reverted`);
}

/** Deploys a contract and waits for its block. */
export async function deployArtifact(rpcUrl: string, { abi, bytecode }: Artifact, args: unknown[]): Promise<Address> {
  const client = connect(rpcUrl);
  const hash = await client.deployContract({ abi, bytecode, args, chain: null, account: client.account });
  const { contractAddress } = await client.waitForTransactionReceipt({ hash });
  if (!contractAddress) throw new Error('the receipt names no contract');
  return contractAddress;
}

/** Puts a contract without immutable values at an address. */
async function place(rpcUrl: string, { bytecode }: Artifact, address: Address): Promise<void> {
  const client = connect(rpcUrl);
  const { data } = await client.call({ data: bytecode });
  await client.setCode({ address, bytecode: data as Hex });
}

/** Turns a chain into an OP-stack rollup, with the gas price oracle and the parent chain's fees. */
export async function installPredeploys(rpcUrl: string, artifacts: Artifacts, fees: ParentFees): Promise<void> {
  await place(rpcUrl, artifacts.TestL1Block, L1_BLOCK);
  await place(rpcUrl, artifacts.TestGasPriceOracle, GAS_PRICE_ORACLE);
  const { abi } = artifacts.TestL1Block;
  const scalars = [BASE_FEE_SCALAR, BLOB_BASE_FEE_SCALAR, 0, 0n];
  await write(rpcUrl, { address: L1_BLOCK, abi, functionName: 'setScalars', args: scalars });
  await setParentFees(rpcUrl, artifacts, fees);
}

/** Tells the rollup what its parent chain charges, as its sequencer does with each block. */
function setParentFees(
  rpcUrl: string,
  { TestL1Block: { abi } }: Artifacts,
  { baseFee, blobBaseFee }: ParentFees,
): Promise<void> {
  return write(rpcUrl, { address: L1_BLOCK, abi, functionName: 'setFees', args: [baseFee, blobBaseFee] });
}

export type TestFeed = { readonly address: Address; report(price: bigint, updatedAt?: Date): Promise<void> };

/** Deploys a price feed with one round. Its prices have 8 decimals. */
export async function deployFeed(
  rpcUrl: string,
  { TestPriceFeed }: Artifacts,
  { description, price }: { readonly description: string; readonly price: bigint },
): Promise<TestFeed> {
  const { abi } = TestPriceFeed;
  const address = await deployArtifact(rpcUrl, TestPriceFeed, [description, 8]);
  const report = (answer: bigint, updatedAt?: Date) => {
    const seconds = updatedAt ? BigInt(Math.floor(updatedAt.getTime() / 1000)) : 0n;
    return write(rpcUrl, { address, abi, functionName: 'report', args: [answer, seconds] });
  };
  await report(price);
  return { address, report };
}

/** Mints a test token. */
export function mint(
  rpcUrl: string,
  { TestToken: { abi } }: Artifacts,
  { token, to, amount }: { readonly token: Address; readonly to: Address; readonly amount: bigint },
): Promise<void> {
  return write(rpcUrl, { address: token, abi, functionName: 'mint', args: [to, amount] });
}
