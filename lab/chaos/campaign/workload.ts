import type { Address, Hash, Hex, PrivateKeyAccount } from 'viem';
import {
  encodeDeployData,
  encodeFunctionData,
  erc20Abi,
  maxUint256,
  parseAbi,
  parseEther,
  parseGwei,
  parseUnits,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { depositAbi } from '#shared/abi/depositAbi.ts';
import { compileContracts } from '../../../contracts/artifacts.ts';
import { mintTokens } from '../../../contracts/deploy.ts';
import type { BridgeSide } from '../../bridge/testBridge.ts';
import { waitUntil } from '../../processes/waitUntil.ts';
import type { Random } from './random.ts';

const batcherAbi = parseAbi([
  'struct Call { address to; uint256 value; bytes data; }',
  'function run(Call[] calls) payable',
]);

const TOKENS = ['USDC', 'USDT', 'WBTC', 'ETH'] as const;
type TokenName = (typeof TOKENS)[number];
// In whole tokens and within what every route takes.
const RANGES: Readonly<Record<TokenName, readonly [min: string, max: string]>> = {
  USDC: ['2', '900'],
  USDT: ['2', '900'],
  WBTC: ['0.0002', '1'],
  ETH: ['0.002', '1'],
};
// Above any price of gas that is ever asked here.
const MAX_FEE = parseGwei('2000');
const USER_TOKENS = 10n ** 30n;

type Call = { readonly to: Address; readonly value: bigint; readonly data: Hex };
type Sent = { readonly hash: Hash; readonly raw: Hex; readonly side: BridgeSide; isFinal: boolean };
type User = { readonly account: PrivateKeyAccount; nonce: number };

/** People who deposit on both chains. */
export type Traffic = {
  /** Sends one transaction with one deposit or several. @returns how many */
  send(atMost: number): Promise<number>;
  /** Sends what a reorganisation or a full pool dropped once more, as wallets do. */
  resend(): Promise<void>;
  /** The signed bytes of deposits on a side that lie less than so deep. */
  listRecent(side: BridgeSide): readonly Sent[];
};

export type TrafficOptions = {
  readonly sides: readonly [BridgeSide, BridgeSide];
  readonly maker: Address;
  readonly users: number;
  readonly random: Random;
  /** A deposit so deep is not looked for any more. */
  readonly finalDepth: bigint;
};

function decimalsOf({ deployment }: BridgeSide, token: TokenName): number {
  return deployment.tokens.find(({ name }) => name === token)?.decimals ?? 18;
}

/** Any amount that the route takes, down to the last unit. */
function randomAmount(random: Random, side: BridgeSide, token: TokenName): bigint {
  const [min, max] = RANGES[token].map((text) => parseUnits(text, decimalsOf(side, token)));
  if (min === undefined || max === undefined) throw new Error(`no range of ${token}`);
  return min + (BigInt(Math.floor(random.next() * 2 ** 48)) * (max - min)) / 2n ** 48n;
}

function sign(side: BridgeSide, user: User, call: Call & { readonly gas: bigint }) {
  const { nonce } = user;
  user.nonce += 1;
  return user.account.signTransaction({
    type: 'eip1559',
    chainId: side.chain.id,
    nonce,
    maxFeePerGas: MAX_FEE,
    maxPriorityFeePerGas: parseGwei('1'),
    ...call,
  });
}

async function createUsers(side: BridgeSide, count: number): Promise<User[]> {
  const { client } = side.chain;
  const users = Array.from({ length: count }, () => ({ account: privateKeyToAccount(generatePrivateKey()), nonce: 0 }));
  for (const { account } of users) await client.setBalance({ address: account.address, value: parseEther('10000000') });
  const tokens = side.deployment.tokens.filter(({ name }) => name !== 'FAKE');
  for (const { address: token } of tokens) {
    await mintTokens(
      side.chain,
      users.map(({ account }) => ({ token, to: account.address, amount: USER_TOKENS })),
    );
  }
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [side.deployment.depositContract, maxUint256],
  });
  for (const user of users) {
    for (const { address: to } of tokens) {
      await client.sendRawTransaction({
        serializedTransaction: await sign(side, user, { to, value: 0n, data, gas: 100_000n }),
      });
    }
  }
  await waitForNonces(side, users);
  return users;
}

async function waitForNonces({ chain: { client } }: BridgeSide, users: readonly User[]): Promise<void> {
  for (const { account, nonce } of users) {
    const { address } = account;
    await waitUntil(async () => (await client.getTransactionCount({ address })) >= nonce, { timeoutMs: 120_000 });
  }
}

/** An account with code, which makes several deposits in one transaction. */
async function createBatcher(side: BridgeSide, owner: User): Promise<Address> {
  const { client } = side.chain;
  const { TestBatcher } = await compileContracts();
  const data = encodeDeployData({ abi: TestBatcher.abi, bytecode: TestBatcher.bytecode });
  const { nonce } = owner;
  owner.nonce += 1;
  const raw = await owner.account.signTransaction({
    type: 'eip1559',
    chainId: side.chain.id,
    nonce,
    gas: 2_000_000n,
    maxFeePerGas: MAX_FEE,
    maxPriorityFeePerGas: parseGwei('1'),
    data,
  });
  const hash = await client.sendRawTransaction({ serializedTransaction: raw });
  const { contractAddress } = await client.waitForTransactionReceipt({ hash, timeout: 60_000 });
  if (!contractAddress) throw new Error('the batcher was not deployed');
  const tokens = side.deployment.tokens.filter(({ name }) => name !== 'FAKE');
  await mintTokens(
    side.chain,
    tokens.map(({ address: token }) => ({ token, to: contractAddress, amount: USER_TOKENS })),
  );
  const approve = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [side.deployment.depositContract, maxUint256],
  });
  const calls = tokens.map(({ address: to }) => ({ to, value: 0n, data: approve }));
  const run = encodeFunctionData({ abi: batcherAbi, functionName: 'run', args: [calls] });
  const approval = await sign(side, owner, { to: contractAddress, value: 0n, data: run, gas: 2_000_000n });
  await client.sendRawTransaction({ serializedTransaction: approval });
  await waitForNonces(side, [owner]);
  return contractAddress;
}

/** How deep a deposit lies; null where it is in no block. @throws where it was reverted, which no deposit here should be */
async function readDepth({ chain: { client } }: BridgeSide, hash: Hash): Promise<bigint | null> {
  const [head, receipt] = await Promise.all([
    client.getBlockNumber(),
    client.getTransactionReceipt({ hash }).catch(() => null),
  ]);
  if (receipt?.status === 'reverted') throw new Error(`deposit ${hash} was reverted`);
  return receipt ? head - receipt.blockNumber + 1n : null;
}

export async function createTraffic({ sides, maker, users, random, finalDepth }: TrafficOptions): Promise<Traffic> {
  const crowds = await Promise.all(
    sides.map(async (side) => {
      const people = await createUsers(side, users);
      const [owner] = people;
      if (!owner) throw new Error('nobody');
      return { side, people, batcher: await createBatcher(side, owner) };
    }),
  );
  const sent: Sent[] = [];

  const order = (side: BridgeSide): Call => {
    const other = side === sides[0] ? sides[1] : sides[0];
    const token = random.pick(TOKENS);
    const isNative = token === 'ETH';
    // Nobody else ever pays it, so its balance tells what the bridge paid.
    let target: string = privateKeyToAccount(generatePrivateKey()).address;
    let amount = randomAmount(random, side, token);
    let destination = BigInt(other.chain.id);
    const flaw = random.next();
    if (flaw < 0.03) target = random.pick(['', 'not an address', `${target}00`, ` ${target}`]);
    else if (flaw < 0.06) amount = parseUnits('40000', decimalsOf(side, token));
    else if (flaw < 0.09) destination = random.pick([0n, 999_999n, maxUint256]);
    const data = encodeFunctionData({
      abi: depositAbi,
      functionName: 'deposit',
      args: [target, side.token(token), maker, amount, destination, 0n],
    });
    return { to: side.deployment.depositContract, value: isNative ? amount : 0n, data };
  };

  const submit = async (side: BridgeSide, raw: Hex): Promise<Hash | null> =>
    side.chain.client.sendRawTransaction({ serializedTransaction: raw }).catch(() => null);

  return {
    send: async (atMost) => {
      const crowd = crowds[random.integer(0, crowds.length - 1)];
      const user = crowd?.people[random.integer(0, (crowd.people.length || 1) - 1)];
      if (!crowd || !user) throw new Error('nobody');
      const { side, batcher } = crowd;
      const count = random.chance(0.12) ? Math.min(random.integer(2, 6), atMost) : 1;
      const calls = Array.from({ length: count }, () => order(side));
      const [single] = calls;
      const value = calls.reduce((sum, call) => sum + call.value, 0n);
      const data = encodeFunctionData({ abi: batcherAbi, functionName: 'run', args: [calls] });
      const call = count === 1 && single ? single : { to: batcher, value, data };
      const raw = await sign(side, user, { ...call, gas: 200_000n * BigInt(count) });
      const hash = await submit(side, raw);
      if (!hash) throw new Error('a deposit was not taken');
      sent.push({ hash, raw, side, isFinal: false });
      return count;
    },
    resend: async () => {
      for (const transaction of sent.filter(({ isFinal }) => !isFinal)) {
        const { side, hash, raw } = transaction;
        const depth = await readDepth(side, hash);
        if (depth === null) await submit(side, raw);
        else transaction.isFinal = depth > finalDepth;
      }
    },
    listRecent: (side) => sent.filter((one) => one.side === side && !one.isFinal),
  };
}
