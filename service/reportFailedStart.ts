import type { Logger } from 'pino';
import { InvalidConfig, OperatorError } from './boot/operatorError.ts';

/** Reports a failed start: an OperatorError as a sentence, any other error with its details. */
export function reportFailedStart(error: unknown, logger: Logger): void {
  if (error instanceof InvalidConfig) {
    console.error(`The service cannot start:\n${error.problems.map((problem) => `  - ${problem}`).join('\n')}`);
  } else if (error instanceof OperatorError) console.error(`The service cannot start: ${error.message}`);
  else if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    console.error(
      'The service cannot start: another program uses its port. Stop that program, or change "listen.firstPort".',
    );
  } else logger.fatal({ err: error }, 'start failed');
}
