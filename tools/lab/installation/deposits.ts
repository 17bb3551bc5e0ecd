import type { Address, Hash, Hex, PrivateKeyAccount } from 'viem';
import {
  encodeDeployData,
  encodeFunctionData,
  keccak256,
  maxUint256,
  parseAbi,
  parseEther,
  parseGwei,
  parseUnits,
  zeroAddress,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts';
import { transferId } from '#shared/transferId.ts';
import { compileContracts } from '../../../contracts/artifacts.ts';
import { mintTokens } from '../../../contracts/deploy.ts';
import { approvalData, depositCall } from '../chains/depositCall.ts';
import type { BridgeSide } from '../chains/testBridge.ts';
import { waitUntil } from '../processes/waitUntil.ts';

const batcherAbi = parseAbi([
  'struct Call { address to; uint256 value; bytes data; }',
  'function run(Call[] calls) payable',
]);

// Above every base fee of a campaign.
const MAX_FEE = parseGwei('2000');
const USER_TOKENS = 10n ** 30n;

export type Call = { readonly to: Address; readonly value: bigint; readonly data: Hex };

/** A user counts nonces locally, because a reorg can lower the nonce the chain reports. */
export type User = { readonly account: PrivateKeyAccount; nonce: number };

/** The users of one chain, and their contract that makes several deposits in one transaction. */
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
  return approvalData(deployment.depositContract, maxUint256);
}

async function mintTo(side: BridgeSide, recipients: readonly Address[]): Promise<void> {
  for (const token of listTokens(side)) {
    await mintTokens(
      side.chain,
      recipients.map((to) => ({ token, to, amount: USER_TOKENS })),
    );
  }
}

/** Creates funded users who have approved the deposit contract. */
export async function createUsers(side: BridgeSide, count: number): Promise<readonly [User, ...User[]]> {
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
  await send(side, owner, { ...encodeBatch(contractAddress, approvals), gas: 2_000_000n });
  await waitForNonces(side, [owner]);
  return contractAddress;
}

/** Like `createUsers`, with their batcher contract. */
export async function createUserGroup(side: BridgeSide, count: number): Promise<UserGroup> {
  const users = await createUsers(side, count);
  return { side, users, batcher: await deployBatcher(side, users[0]) };
}

export type DepositTerms = {
  readonly target: string;
  /** By default the zero address, for native tokens. */
  readonly token?: Address;
  readonly amount: bigint;
  readonly destination: bigint;
  /** By default the chain's first vault. */
  readonly vault?: Address;
};

/** The call that deposits on a chain. */
export function encodeDeposit({ deployment }: BridgeSide, terms: DepositTerms): Call {
  const { token = zeroAddress, vault = deployment.vault, ...others } = terms;
  return { to: deployment.depositContract, ...depositCall({ ...others, token, maker: vault }) };
}

/** One call that makes several deposits through a group's contract. */
export function encodeBatch(batcher: Address, calls: readonly Call[]): Call {
  const value = calls.reduce((sum, call) => sum + call.value, 0n);
  return { to: batcher, value, data: encodeFunctionData({ abi: batcherAbi, functionName: 'run', args: [calls] }) };
}

export type DepositRequest = {
  readonly token?: 'USDC' | 'ETH';
  readonly amount?: bigint;
  /** By default a new recipient's address. */
  readonly target?: string;
  /** What the target asks for in addition, in wei. */
  readonly gasDrop?: bigint;
};

export type SubmittedDeposit = {
  readonly id: Hash;
  readonly hash: Hash;
  readonly raw: Hex;
  readonly blockNumber: bigint;
  readonly recipient: string;
};

/** Deposits and waits for the block. By default 50 USDC to a new recipient. */
export async function submitDeposit(
  [side, { chain: destination }]: readonly [origin: BridgeSide, destination: BridgeSide],
  user: User,
  { token = 'USDC', amount = parseUnits('50', 6), target, gasDrop }: DepositRequest,
): Promise<SubmittedDeposit> {
  const { chain, deployment } = side;
  const { client, id: chainId } = chain;
  const recipient = target ?? privateKeyToAddress(generatePrivateKey());
  // A reorg may have removed earlier deposits.
  user.nonce = await client.getTransactionCount({ address: user.account.address });
  const suffix = gasDrop === undefined ? '' : `+gas:${gasDrop}`;
  const terms = {
    target: `${recipient}${suffix}`,
    token: side.token(token),
    amount,
    destination: BigInt(destination.id),
  };
  const raw = await signTransaction(side, user, { ...encodeDeposit(side, terms), gas: DEPOSIT_GAS });
  const hash = await client.sendRawTransaction({ serializedTransaction: raw });
  const { blockNumber, status } = await client.waitForTransactionReceipt({ hash, timeout: 60_000 });
  if (status !== 'success' || hash !== keccak256(raw)) throw new Error(`deposit ${hash} ended with status ${status}`);
  const id = transferId({ chainId, contract: deployment.depositContract, transactionHash: hash, ordinal: 0 });
  return { id, hash, raw, blockNumber, recipient };
}

export type AttackerDeposit = { readonly amount?: bigint; readonly target?: string; readonly token?: Address };

/** A stranger with money on one chain, who deposits for another chain. */
export type Attacker = {
  /** Receives the payments for the attacker's deposits. */
  readonly address: Address;
  /** The account that sends the transactions. */
  readonly account: Address;
  /** The accounts that deposit for the attacker: its own, and the batcher contract. */
  readonly depositors: readonly Address[];
  deposit(deposit?: AttackerDeposit): Promise<Hash>;
  /** Sends one transaction with many equal deposits. */
  depositTogether(count: number, deposit?: AttackerDeposit): Promise<Hash>;
  /** Sends many transactions at once, each with a single deposit. */
  depositAtOnce(count: number, deposit?: AttackerDeposit): Promise<readonly Hash[]>;
};

// Accepts native tokens in blocks with an even number, and burns all gas in the others: if (block.number % 2 == 0) return; loop.
export const BURNER: Hex = '0x6001431615600c575b6008565b00';

// Above the route's smallest amount.
const ATTACKER_AMOUNT = parseEther('0.002');
const DEPOSIT_GAS = 250_000n;
const BATCH_GAS = 28_000_000n;

export async function createAttacker(side: BridgeSide, destinationId: number): Promise<Attacker> {
  const group = await createUserGroup(side, 1);
  const [user] = group.users;
  if (!user) throw new Error('the attacker has no account');
  const address = privateKeyToAddress(generatePrivateKey());
  const encode = (deposit: AttackerDeposit): Call =>
    encodeDeposit(side, {
      ...{ amount: ATTACKER_AMOUNT, target: address, destination: BigInt(destinationId) },
      ...deposit,
    });
  return {
    ...{ address, account: user.account.address, depositors: [user.account.address, group.batcher] },
    deposit: (deposit = {}) => send(side, user, { ...encode(deposit), gas: DEPOSIT_GAS }),
    depositTogether: (count, deposit = {}) => {
      const calls = Array.from({ length: count }, () => encode(deposit));
      return send(side, user, { ...encodeBatch(group.batcher, calls), gas: BATCH_GAS });
    },
    depositAtOnce: async (count, deposit = {}) => {
      const hashes: Hash[] = [];
      for (let sent = 0; sent < count; sent += 1) {
        hashes.push(await send(side, user, { ...encode(deposit), gas: DEPOSIT_GAS }));
      }
      return hashes;
    },
  };
}
