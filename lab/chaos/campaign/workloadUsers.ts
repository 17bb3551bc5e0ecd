import type { Address, Hash, Hex, PrivateKeyAccount } from 'viem';
import { encodeDeployData, encodeFunctionData, erc20Abi, maxUint256, parseAbi, parseEther, parseGwei } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { compileContracts } from '../../../contracts/artifacts.ts';
import { mintTokens } from '../../../contracts/deploy.ts';
import type { BridgeSide } from '../../bridge/testBridge.ts';
import { waitUntil } from '../../processes/waitUntil.ts';

export const batcherAbi = parseAbi([
  'struct Call { address to; uint256 value; bytes data; }',
  'function run(Call[] calls) payable',
]);

// Above every base fee of a campaign.
const MAX_FEE = parseGwei('2000');
const USER_TOKENS = 10n ** 30n;

export type Call = { readonly to: Address; readonly value: bigint; readonly data: Hex };

/** A user counts nonces locally, because a reorg can lower the nonce that the chain reports. */
export type User = { readonly account: PrivateKeyAccount; nonce: number };

/** The users of one chain and their contract that submits several deposits in one transaction. */
export type UserGroup = { readonly side: BridgeSide; readonly users: readonly User[]; readonly batcher: Address };

type UnsignedTransaction = { readonly to?: Address; readonly value?: bigint; readonly data: Hex; readonly gas: bigint };

export function signTransaction(side: BridgeSide, user: User, transaction: UnsignedTransaction): Promise<Hex> {
  const { nonce } = user;
  user.nonce += 1;
  return user.account.signTransaction({
    type: 'eip1559',
    chainId: side.chain.id,
    nonce,
    maxFeePerGas: MAX_FEE,
    maxPriorityFeePerGas: parseGwei('1'),
    ...transaction,
  });
}

async function send(side: BridgeSide, user: User, transaction: UnsignedTransaction): Promise<Hash> {
  const serializedTransaction = await signTransaction(side, user, transaction);
  return side.chain.client.sendRawTransaction({ serializedTransaction });
}

async function waitForNonces({ chain: { client } }: BridgeSide, users: readonly User[]): Promise<void> {
  for (const { account, nonce } of users) {
    const { address } = account;
    await waitUntil(async () => (await client.getTransactionCount({ address })) >= nonce, { timeoutMs: 120_000 });
  }
}

function listTokens({ deployment }: BridgeSide): readonly Address[] {
  return deployment.tokens.map(({ address }) => address);
}

function encodeApproval({ deployment }: BridgeSide): Hex {
  const args = [deployment.depositContract, maxUint256] as const;
  return encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args });
}

async function mintTo(side: BridgeSide, recipients: readonly Address[]): Promise<void> {
  for (const token of listTokens(side)) {
    await mintTokens(
      side.chain,
      recipients.map((to) => ({ token, to, amount: USER_TOKENS })),
    );
  }
}

async function createUsers(side: BridgeSide, count: number): Promise<readonly [User, ...User[]]> {
  const createUser = (): User => ({ account: privateKeyToAccount(generatePrivateKey()), nonce: 0 });
  const users: [User, ...User[]] = [createUser()];
  while (users.length < count) users.push(createUser());
  const { client } = side.chain;
  for (const { account } of users) await client.setBalance({ address: account.address, value: parseEther('10000000') });
  await mintTo(
    side,
    users.map(({ account }) => account.address),
  );
  for (const user of users) {
    for (const to of listTokens(side)) {
      await send(side, user, { to, value: 0n, data: encodeApproval(side), gas: 100_000n });
    }
  }
  await waitForNonces(side, users);
  return users;
}

async function deployBatcher(side: BridgeSide, owner: User): Promise<Address> {
  const { TestBatcher } = await compileContracts();
  const deployData = encodeDeployData({ abi: TestBatcher.abi, bytecode: TestBatcher.bytecode });
  const hash = await send(side, owner, { data: deployData, gas: 2_000_000n });
  const { contractAddress } = await side.chain.client.waitForTransactionReceipt({ hash, timeout: 60_000 });
  if (!contractAddress) throw new Error(`transaction ${hash} did not deploy the batcher contract`);
  await mintTo(side, [contractAddress]);
  const approvals = listTokens(side).map((to) => ({ to, value: 0n, data: encodeApproval(side) }));
  const data = encodeFunctionData({ abi: batcherAbi, functionName: 'run', args: [approvals] });
  await send(side, owner, { to: contractAddress, value: 0n, data, gas: 2_000_000n });
  await waitForNonces(side, [owner]);
  return contractAddress;
}

/** Creates funded users with approvals for the deposit contract, and their batcher contract. */
export async function createUserGroup(side: BridgeSide, count: number): Promise<UserGroup> {
  const users = await createUsers(side, count);
  return { side, users, batcher: await deployBatcher(side, users[0]) };
}
