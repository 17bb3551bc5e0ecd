import { holdHangups } from '../hangups.ts';

const hangups = holdHangups();
const { runCommand } = await import('./commands.ts');
await runCommand(process.argv.slice(2), hangups);
