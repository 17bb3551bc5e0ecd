/** A transfer that was delivered or refunded. */
export type FinishedTransfer = {
  readonly state: 'delivered' | 'refunded';
  /** From the first sight of its deposit, by the database's clock. */
  readonly seconds: number;
};

/** Hears of what a worker committed, once. */
export type PaymentObserver = {
  /** Takes the chain of a signed transaction; a replacement and a cancel are further ones. */
  onAttempt(chainId: number): void;
  onFinished(transfer: FinishedTransfer): void;
};
