import type { PortName } from '../../stack/setup/ports.mjs';

/** The two chains of the local stack. Each name is also the key of its port. */
export const CHAINS = [
  { name: 'Northshore', id: 31_337 },
  { name: 'Southshore', id: 31_338 },
] as const satisfies readonly { readonly name: PortName; readonly id: number }[];

export type ChainName = (typeof CHAINS)[number]['name'];

/** A token of the local stack. Amounts are decimal strings in the token. */
export type InstallationToken = {
  readonly name: string;
  /** Null is the chain's own coin. */
  readonly kind: 'standard' | 'tether' | null;
  readonly decimals: Readonly<Record<ChainName, number>>;
  /** What one token is worth in the currency in which gas is priced. */
  readonly price: string;
  readonly route: { readonly min: string; readonly max: string; readonly feeBps: number; readonly feeFloor: string };
  /** What each demo account gets on each chain; null where the chain gives enough by itself. */
  readonly demoAmount: string | null;
};

export const NATIVE_TOKEN = 'ETH';

export const TOKENS: readonly InstallationToken[] = [
  {
    name: NATIVE_TOKEN,
    kind: null,
    decimals: { Northshore: 18, Southshore: 18 },
    price: '3000',
    route: { min: '0.001', max: '10', feeBps: 10, feeFloor: '0.00005' },
    demoAmount: null,
  },
  {
    name: 'USDC',
    kind: 'standard',
    decimals: { Northshore: 6, Southshore: 6 },
    price: '1',
    route: { min: '1', max: '10000', feeBps: 10, feeFloor: '0.1' },
    demoAmount: '100000',
  },
  {
    name: 'USDT',
    kind: 'tether',
    decimals: { Northshore: 6, Southshore: 6 },
    price: '1',
    route: { min: '1', max: '10000', feeBps: 10, feeFloor: '0.1' },
    demoAmount: '100000',
  },
  {
    // Its decimals differ, as those of bridged tokens do between real chains.
    name: 'WBTC',
    kind: 'standard',
    decimals: { Northshore: 8, Southshore: 18 },
    price: '60000',
    route: { min: '0.0001', max: '2', feeBps: 10, feeFloor: '0.000002' },
    demoAmount: '25',
  },
];
