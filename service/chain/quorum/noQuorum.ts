import { BaseError } from 'viem';

/** Thrown when too few providers of a chain gave the same answer. Nothing that moves money may go on from there. */
export class NoQuorum extends BaseError {
  readonly code = 'NO_QUORUM';
}

export function isNoQuorum(error: unknown): boolean {
  return error instanceof BaseError && error.walk((cause) => cause instanceof NoQuorum) !== null;
}
