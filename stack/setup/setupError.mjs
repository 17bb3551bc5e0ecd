/** A problem whose message is a whole sentence for the person at the terminal; no stack is printed for it. */
export class SetupError extends Error {
  code = 'SETUP_ERROR';
}
