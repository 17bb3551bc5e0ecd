// The service starts here: it reads the configuration, opens the database, and starts the API, the workers or both. In comes the
// environment; out go running processes. Nothing is decided here about a deposit or a payment.

import { checkService } from './checkService.ts';
import { runService } from './start.ts';

const [command, ...rest] = process.argv.slice(2);
if (command === undefined) await runService();
else if (command === 'check' && rest.length === 0) await checkService();
else {
  console.error('Start the service without arguments, or check its configuration with the argument "check".');
  process.exit(2);
}
