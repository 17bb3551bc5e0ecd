/** An error whose message is a complete sentence for the operator. A command line prints it without a stack. */
export class OperatorError extends Error {}
