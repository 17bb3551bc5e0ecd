import type { Address } from 'viem';
import type { ChainSettings, Installation } from './installation.ts';

/** What an operator can't set. `lab` changes them for a lab, which a mainnet refuses. */
const CONSTANTS = {
  maxConnectionsPerClient: 100,
  /** How long a stopping process still serves, while the operator's port already says that it is stopping. */
  drainSeconds: 5,
  /** The limits above which `/ready` reports a chain as behind. */
  maxCursorLagBlocks: 100,
  maxLookAgeSeconds: 120,
  maxPriceAgeDays: 30,
  quoteValiditySeconds: 600,
  feeEpochSeconds: 30,
  paymentTries: 3,
  maxWaitSeconds: 86_400,
  breakerWindowSeconds: 21_600,
  maxReadAgeSeconds: 300,
  approvalSeconds: 86_400,
  screeningTimeoutMs: 3000,
  rescanIntervalMs: 5000,
  /** Of new vaults. */
  windowSeconds: 86_400,
} as const;

type Constants = { readonly [Name in keyof typeof CONSTANTS]: number };

/** Without the settings that a lab omits. */
function given<T extends object>(settings: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

export function constantsOf({ lab }: Pick<Installation, 'lab'>): Constants {
  return { ...CONSTANTS, ...given(lab) };
}

// The same on each chain that has it: https://www.multicall3.com
const MULTICALL3: Address = '0xcA11bde05977b3631167028862bE2a173976CA11';

export type ChainConstants = {
  /** How many blocks the watcher reads again, and how many it reads at once. */
  readonly reorgWindow: number;
  readonly blockRange: number;
  readonly pollIntervalMs: number;
  readonly rescanIntervalMs: number;
  /** The age of the newest block above which the chain counts as unread. */
  readonly maxHeadAgeSeconds: number;
  /** The highest gas limit that the signer signs. */
  readonly maxGasLimit: bigint;
  /** The chain's Multicall3 contract, which only reads; null if the calls carry its code. */
  readonly multicall: Address | null;
};

const POLL_MS = { least: 1000, most: 4000 } as const;
// Well above the block time of every common chain, and well below the time in which a person would notice. Test chains
// can stall for longer.
const HEAD_AGE_SECONDS = { Mainnet: 120, Testnet: 900 } as const;
const HEAD_AGE_BLOCKS = 10;

export function chainConstantsOf(
  { family, category, blockTimeMs }: Pick<ChainSettings, 'family' | 'category' | 'blockTimeMs'>,
  { lab }: Pick<Installation, 'lab'>,
): ChainConstants {
  // Its blocks are a quarter of a second apart, and a payment's gas includes what its data costs on the parent chain.
  const isArbitrum = family === 'arbitrum';
  const blocksMs = HEAD_AGE_BLOCKS * blockTimeMs;
  const { reorgWindow, blockRange, pollIntervalMs, rescanIntervalMs, maxHeadAgeSeconds, multicall } = lab;
  return {
    reorgWindow: reorgWindow ?? (isArbitrum ? 256 : 64),
    blockRange: blockRange ?? (isArbitrum ? 5000 : 1000),
    pollIntervalMs: pollIntervalMs ?? Math.min(POLL_MS.most, Math.max(POLL_MS.least, Math.ceil(blockTimeMs / 2))),
    rescanIntervalMs: rescanIntervalMs ?? CONSTANTS.rescanIntervalMs,
    maxHeadAgeSeconds: maxHeadAgeSeconds ?? Math.max(HEAD_AGE_SECONDS[category], Math.ceil(blocksMs / 1000)),
    maxGasLimit: isArbitrum ? 20_000_000n : 8_000_000n,
    multicall: multicall === undefined ? (family === undefined || family === 'other' ? null : MULTICALL3) : multicall,
  };
}
