/** A transfer that was delivered or refunded. */
export type FinishedTransfer = {
  readonly state: 'delivered' | 'refunded';
  /** From when its deposit was first seen, by the database's clock. */
  readonly seconds: number;
};

/** Is told once of each thing a worker committed. */
export type PaymentObserver = {
  /** Called with the chain of a signed transaction, including replacements and cancels. */
  onAttempt(chainId: number): void;
  onFinished(transfer: FinishedTransfer): void;
};
