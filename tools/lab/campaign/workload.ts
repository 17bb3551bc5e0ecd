import type { Address, Hash, Hex } from 'viem';
import { maxUint256, parseEther, parseUnits } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { MULTICALL3 } from '../chains/multicall.ts';
import type { BridgeSide } from '../chains/testBridge.ts';
import type { Call } from '../installation/deposits.ts';
import { createUserGroup, encodeBatch, encodeDeposit, signTransaction } from '../installation/deposits.ts';
import type { Random } from '../random.ts';

const TOKENS = ['USDC', 'USDT', 'WBTC', 'ETH'] as const;
type TokenName = (typeof TOKENS)[number];
// In whole tokens, within the limits of every route.
const RANGES: Readonly<Record<TokenName, readonly [min: string, max: string]>> = {
  USDC: ['2', '900'],
  USDT: ['2', '900'],
  WBTC: ['0.0002', '1'],
  ETH: ['0.002', '1'],
};
const BATCH_SHARE = 0.12;
const GAS_DROP_SHARE = 0.25;
const MAX_GAS_DROP = parseEther('0.01');
// It has no function that takes native tokens alone.
const REFUSING = MULTICALL3;

type SentTransaction = { readonly hash: Hash; readonly raw: Hex; readonly side: BridgeSide; isFinal: boolean };

/** Users who deposit on both chains. */
export type Workload = {
  /** Sends one transaction with one or more deposits. @returns how many deposits it contains */
  send(atMost: number): Promise<number>;
  /** Resends transactions that a reorg or a full pool dropped, as wallets do. */
  resend(): Promise<void>;
  /** The signed deposit transactions of one side that are not yet final. */
  listRecent(side: BridgeSide): readonly SentTransaction[];
};

export type WorkloadOptions = {
  readonly sides: readonly [BridgeSide, BridgeSide];
  /** By side. */
  readonly users: number;
  readonly random: Random;
  /** The vault for the next deposit on a side. */
  readonly pickVault: (side: BridgeSide) => Address;
  /** The workload stops watching a deposit at this depth. */
  readonly finalDepth: bigint;
};

function decimalsOf({ deployment }: BridgeSide, token: TokenName): number {
  return deployment.tokens.find(({ name }) => name === token)?.decimals ?? 18;
}

/** Picks an amount in the token's range, down to the base unit. */
function randomAmount(random: Random, side: BridgeSide, token: TokenName): bigint {
  const [min, max] = RANGES[token].map((text) => parseUnits(text, decimalsOf(side, token)));
  if (min === undefined || max === undefined) throw new Error(`token ${token} has no amount range`);
  return min + (BigInt(Math.floor(random.next() * 2 ** 48)) * (max - min)) / 2n ** 48n;
}

/** Adds a gas drop to a recipient. Most are valid; the others must lead to a refund. */
function inventGasDrop(random: Random, recipient: Address): string {
  const gasDrop = 1n + (BigInt(Math.floor(random.next() * 2 ** 48)) * MAX_GAS_DROP) / 2n ** 48n;
  const kind = random.next();
  if (kind < 0.6) return `${recipient}+gas:${gasDrop}`;
  if (kind < 0.7) return `${recipient}+gas:${MAX_GAS_DROP + gasDrop}`;
  if (kind < 0.8) return `${REFUSING}+gas:${gasDrop}`;
  // The last one has 65 bytes.
  return `${recipient}${random.pick(['+gas:0', '+gas:01', '+gas:', `+gas:${'1'.repeat(18)}`])}`;
}

/**
 * @returns the deposit's depth; null without a receipt. @throws for a reverted deposit, because the workload sends none that
 * revert
 */
async function readDepth({ chain: { client } }: BridgeSide, hash: Hash): Promise<bigint | null> {
  const [head, receipt] = await Promise.all([
    client.getBlockNumber(),
    client.getTransactionReceipt({ hash }).catch(() => null),
  ]);
  if (receipt?.status === 'reverted') throw new Error(`deposit ${hash} reverted`);
  return receipt ? head - receipt.blockNumber + 1n : null;
}

export async function createWorkload(options: WorkloadOptions): Promise<Workload> {
  const { sides, users, random, pickVault, finalDepth } = options;
  const groups = await Promise.all([createUserGroup(sides[0], users), createUserGroup(sides[1], users)]);
  const sent: SentTransaction[] = [];

  /**
   * Makes up a deposit. A quarter ask for a gas drop, even those of the native token. 3 % each have a bad recipient, an amount
   * above the limit or an unknown destination.
   */
  const inventDeposit = (side: BridgeSide): Call => {
    const other = side === sides[0] ? sides[1] : sides[0];
    const token = random.pick(TOKENS);
    // A new recipient per deposit, so that its balance consists of the bridge's payments alone.
    const recipient = privateKeyToAccount(generatePrivateKey()).address;
    let target: string = random.chance(GAS_DROP_SHARE) ? inventGasDrop(random, recipient) : recipient;
    let amount = randomAmount(random, side, token);
    let destination = BigInt(other.chain.id);
    const defect = random.next();
    if (defect < 0.03) target = random.pick(['', 'not an address', `${target}00`, ` ${target}`]);
    else if (defect < 0.06) amount = parseUnits('40000', decimalsOf(side, token));
    else if (defect < 0.09) destination = random.pick([0n, 999_999n, maxUint256]);
    return encodeDeposit(side, { target, token: side.token(token), vault: pickVault(side), amount, destination });
  };

  const submit = async (side: BridgeSide, raw: Hex): Promise<Hash | null> =>
    side.chain.client.sendRawTransaction({ serializedTransaction: raw }).catch(() => null);

  return {
    send: async (atMost) => {
      const group = groups[random.integer(0, groups.length - 1)];
      const user = group?.users[random.integer(0, (group.users.length || 1) - 1)];
      if (!group || !user) throw new Error('the workload has no user');
      const { side, batcher } = group;
      const count = random.chance(BATCH_SHARE) ? Math.min(random.integer(2, 6), atMost) : 1;
      const calls = Array.from({ length: count }, () => inventDeposit(side));
      const [single] = calls;
      const call = count === 1 && single ? single : encodeBatch(batcher, calls);
      const raw = await signTransaction(side, user, { ...call, gas: 200_000n * BigInt(count) });
      const hash = await submit(side, raw);
      if (!hash) throw new Error(`${side.name} rejected a deposit transaction`);
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
    listRecent: (side) => sent.filter((transaction) => transaction.side === side && !transaction.isFinal),
  };
}
