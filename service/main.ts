import { checkService } from './checkService.ts';
import { runService } from './runService.ts';

const [command, ...rest] = process.argv.slice(2);
if (command === undefined) await runService();
else if (command === 'check' && rest.length === 0) await checkService();
else {
  console.error('Start the service without arguments, or check its configuration with the argument "check".');
  process.exit(2);
}
