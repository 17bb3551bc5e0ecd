/** An error whose message is a complete sentence for the operator. A command line prints it without a stack. */
export class OperatorError extends Error {}

/** Thrown when the configuration is unusable. `problems` has one sentence for each wrong setting. */
export class InvalidConfig extends OperatorError {
  readonly code = 'INVALID_CONFIG';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}
