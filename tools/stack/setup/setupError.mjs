/** A problem that the user can fix. The launcher prints its message without a stack trace. */
export class SetupError extends Error {
  code = 'SETUP_ERROR';
}
