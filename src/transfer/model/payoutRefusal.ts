/** Why a recipient can't receive native tokens: its code fails, or needs more gas than the vault gives. */
export type PayoutRefusal = { readonly kind: 'fails'; readonly reason: string } | { readonly kind: 'gas' };
