// The service starts here: it reads the configuration, opens the database, and starts the API, the workers or both. In
// comes the environment; out come running processes. Nothing here decides about a deposit or a payment.

import { runService } from './start.ts';

if (process.argv.length === 2) await runService();
else {
  console.error('The service takes no arguments. "causeway plan" says whether it would accept an installation file.');
  process.exit(2);
}
