import type { Account, Address, Hash, PrivateKeyAccount } from 'viem';
import { encodeFunctionData, parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import { transferId } from '#shared/transferId.ts';
import { disableReplayProtection } from '../chains/disableReplayProtection.ts';
import type { BridgeSide, TestBridge } from '../chains/testBridge.ts';
import { createTestBridge } from '../chains/testBridge.ts';
import type { RouteTerms } from './expectedPayment.ts';

// 10 USDC minus 0.1 network fee, minus 0.1 % bridge fee. 1 ETH minus 0.01 network fee, minus 0.1 % bridge fee.
export const [USDC_IN, USDC_OUT] = [10_000_000n, 9_890_100n];
const ETHER_IN = parseEther('1');
export const ETHER_OUT = parseEther('0.98901');
/** The largest gas drop, and one in the middle. */
export const [MAX_GAS_DROP, GAS_DROP] = [parseEther('0.01'), parseEther('0.005')];
// 10 USDC minus 0.1 and a half of it as network fee, minus 2 for the gas drop, minus 0.1 % bridge fee.
export const USDC_OUT_WITH_GAS = 7_842_150n;

export type Sent = { readonly to: Address; readonly data?: `0x${string}`; readonly value?: bigint };

export type MadePayment = {
  readonly id: Hash;
  readonly to: Address;
  readonly amount: bigint;
  readonly token?: 'USDC' | 'ETH';
  /** In wei. By default none. */
  readonly gasDrop?: bigint | undefined;
  /** By default the side's first vault. */
  readonly vault?: Address;
};

export type MadeDeposit = { readonly id: Hash; readonly hash: Hash; readonly to: Address };

/**
 * A bridge without a service: the test makes the deposits, and right or wrong payments. The vaults allow paying an id twice.
 */
export type AuditedBridge = {
  readonly bridge: TestBridge;
  readonly user: PrivateKeyAccount;
  /** The terms of both tokens on the way from the first chain to the second. */
  readonly terms: readonly RouteTerms[];
  send(side: BridgeSide, call: Sent, account?: Account | Address): Promise<void>;
  pay(side: BridgeSide, payment: MadePayment): Promise<void>;
  deposit(token?: 'USDC' | 'ETH', target?: string): Promise<MadeDeposit>;
  /** Restores the chains to their present state. */
  snapshot(): Promise<() => Promise<void>>;
};

export const newAddress = (): Address => privateKeyToAccount(generatePrivateKey()).address;

function termsOf({ origin, destination }: TestBridge, name: 'USDC' | 'ETH'): RouteTerms {
  const decimals = name === 'USDC' ? 6 : 18;
  return {
    originId: origin.chain.id,
    destinationId: destination.chain.id,
    originToken: origin.token(name),
    originDecimals: decimals,
    destinationToken: destination.token(name),
    destinationDecimals: decimals,
    min: 1n,
    max: parseEther('100'),
    feeBps: 10n,
    feeFloor: 0n,
    gasFee: name === 'USDC' ? 100_000n : parseEther('0.01'),
    maxGasDrop: name === 'USDC' ? MAX_GAS_DROP : 0n,
    nativePrice: 400_000_000n,
  };
}

async function send({ chain }: BridgeSide, call: Sent, account: Account | Address): Promise<void> {
  const hash = await chain.client.sendTransaction({ account, chain: null, ...call });
  const { status } = await chain.client.waitForTransactionReceipt({ hash });
  if (status !== 'success') throw new Error(`transaction ${hash} on ${chain.id} reverted`);
}

export async function startAuditedBridge(firstChainId: number): Promise<AuditedBridge> {
  const bridge = await createTestBridge(firstChainId);
  const sides = [bridge.origin, bridge.destination];
  for (const side of sides) await disableReplayProtection(side);
  const user = await bridge.createUser();
  return {
    ...{ bridge, user, terms: [termsOf(bridge, 'USDC'), termsOf(bridge, 'ETH')] },
    send: (side, call, account = bridge.hotWallet) => send(side, call, account),
    pay: (side, { id, to, amount, token = 'USDC', gasDrop, vault = side.deployment.vault }) => {
      const args = [id, side.token(token), to, amount] as const;
      const data =
        gasDrop === undefined
          ? encodeFunctionData({ abi: vaultAbi, functionName: 'pay', args })
          : encodeFunctionData({ abi: vaultAbi, functionName: 'payWithGas', args: [...args, gasDrop] });
      return send(side, { to: vault, data }, bridge.hotWallet);
    },
    deposit: async (token = 'USDC', target = newAddress()) => {
      const amount = token === 'USDC' ? USDC_IN : ETHER_IN;
      const transactionHash = await bridge.deposit(user, { token, amount, target });
      const { chain, deployment } = bridge.origin;
      const key = { chainId: chain.id, contract: deployment.depositContract, transactionHash, ordinal: 0 };
      return { id: transferId(key), hash: transactionHash, to: target.slice(0, 42) as Address };
    },
    snapshot: async () => {
      const ids = await Promise.all(sides.map(({ chain }) => chain.client.snapshot()));
      return async () => {
        for (const [index, id] of ids.entries()) await sides[index]?.chain.client.revert({ id });
      };
    },
  };
}
