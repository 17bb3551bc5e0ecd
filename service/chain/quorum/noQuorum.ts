import { BaseError } from 'viem';

/** Thrown when too few providers of a chain gave the same answer. Nothing that moves money may go on from there. */
export class NoQuorum extends BaseError {
  readonly code = 'NO_QUORUM';
  /** Whether every provider answered, and they contradict each other. */
  readonly isDisagreement: boolean;
  constructor(message: string, options: { readonly cause?: Error; readonly isDisagreement?: boolean } = {}) {
    super(message, options.cause ? { cause: options.cause } : {});
    this.isDisagreement = options.isDisagreement ?? false;
  }
}

export function findNoQuorum(error: unknown): NoQuorum | null {
  const found = error instanceof BaseError ? error.walk((cause) => cause instanceof NoQuorum) : null;
  return found instanceof NoQuorum ? found : null;
}

export function isNoQuorum(error: unknown): error is BaseError {
  return findNoQuorum(error) !== null;
}
