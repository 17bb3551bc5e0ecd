import type { Address } from 'viem';

/** An address of a transfer on its chain. */
export type ScreenedAddress = {
  readonly role: 'sender' | 'recipient';
  readonly chainId: number;
  readonly address: Address;
};

/** An address that is on a list, or that the screening service named. */
export type ScreeningMatch = Pick<ScreenedAddress, 'role' | 'address'> & {
  readonly source: 'list' | 'service';
  /** What the service said about it; null if nothing. */
  readonly detail: string | null;
};
