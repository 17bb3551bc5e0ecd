/** A deposit's target: the recipient's address, and the native amount that arrives with the payout, in wei. */
export type Target = { readonly recipient: string; readonly gasDrop: bigint };

/** No target is longer, so no gas drop has more than 17 digits. */
const MAX_TARGET_BYTES = 64;

const WITH_GAS = /^(0[xX][0-9a-fA-F]{40})\+gas:([1-9]\d*)$/;

/** The target of a deposit: `recipient`, or `recipient+gas:wei`. */
export function encodeTarget({ recipient, gasDrop }: Target): string {
  return gasDrop === 0n ? recipient : `${recipient}+gas:${gasDrop}`;
}

/** Splits a target. One with any other suffix is all recipient, and no address. */
export function splitTarget(target: string): Target {
  const [, recipient, wei] = target.length <= MAX_TARGET_BYTES ? (WITH_GAS.exec(target) ?? []) : [];
  return recipient && wei ? { recipient, gasDrop: BigInt(wei) } : { recipient: target, gasDrop: 0n };
}

/** Whether a target has room for it. */
export function fitsTarget(gasDrop: bigint): boolean {
  return `0x${'0'.repeat(40)}+gas:${gasDrop}`.length <= MAX_TARGET_BYTES;
}
