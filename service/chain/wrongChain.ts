import { OperatorError } from '../operatorError.ts';

/** Thrown when the configuration, the database and the chain contradict each other. */
export class WrongChain extends OperatorError {
  readonly code = 'WRONG_CHAIN';
}
