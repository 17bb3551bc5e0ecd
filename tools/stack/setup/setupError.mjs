/** A problem that the user can solve. The launcher prints its message without a stack trace. */
export class SetupError extends Error {
  code = 'SETUP_ERROR';
}
