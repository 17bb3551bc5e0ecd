/** A deposit's target: the recipient's address, and the native amount that arrives with the payout, in wei. */
export type Target = { readonly recipient: string; readonly gasDrop: bigint };

/** A target has at most 64 bytes, so an amount has at most 17 digits. */
const TOO_LARGE = 10n ** 17n;

const WITH_GAS = /^(0[xX][0-9a-fA-F]{40})\+gas:([1-9]\d{0,16})$/;

/** The target of a deposit: `recipient`, or `recipient+gas:wei`. */
export function encodeTarget({ recipient, gasDrop }: Target): string {
  return gasDrop === 0n ? recipient : `${recipient}+gas:${gasDrop}`;
}

/** Splits a target. One with any other suffix is all recipient, and no address. */
export function splitTarget(target: string): Target {
  const [, recipient, wei] = WITH_GAS.exec(target) ?? [];
  return recipient && wei ? { recipient, gasDrop: BigInt(wei) } : { recipient: target, gasDrop: 0n };
}

/** Whether a target has room for it. */
export function fitsTarget(gasDrop: bigint): boolean {
  return gasDrop < TOO_LARGE;
}
