/** The two chains of the local stack and the tests. The local stack's ports use the same names. */
export const CHAINS = [
  { name: 'Northshore', id: 31_337 },
  { name: 'Southshore', id: 31_338 },
] as const;

export type ChainName = (typeof CHAINS)[number]['name'];

/** A token on both chains. Amounts are decimal text in whole tokens. */
export type InstallationToken = {
  readonly name: string;
  /** Null for the native token. */
  readonly kind: 'standard' | 'tether' | null;
  readonly decimals: Readonly<Record<ChainName, number>>;
  /** The price of one token in the currency that also prices gas. */
  readonly price: string;
  readonly route: { readonly min: string; readonly max: string; readonly feeBps: number; readonly feeFloor: string };
  /** The amount each demo account receives on each chain. Null for the native token: anvil funds its accounts. */
  readonly demoAmount: string | null;
};

export const NATIVE_TOKEN = 'ETH';

export const TOKENS = [
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
    // Its decimals differ between the chains, like those of some bridged tokens.
    name: 'WBTC',
    kind: 'standard',
    decimals: { Northshore: 8, Southshore: 18 },
    price: '60000',
    route: { min: '0.0001', max: '2', feeBps: 10, feeFloor: '0.000002' },
    demoAmount: '25',
  },
] as const satisfies readonly InstallationToken[];

export type TokenName = (typeof TOKENS)[number]['name'];

/** The vault's funds on each chain, in whole tokens. */
export const VAULT_FUNDS = { native: '1000000', token: '1000000000' } as const;

/** The hot wallet's native tokens on each chain, for gas. */
export const GAS_FUNDS = '1000';
