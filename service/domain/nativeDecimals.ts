/** The decimals of every chain's native token, in the unit of its balances and gas costs. */
export const NATIVE_DECIMALS = 18;
