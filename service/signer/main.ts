import { holdHangups } from '../hangups.ts';

holdHangups();
const { runCommand } = await import('./commands.ts');
await runCommand(process.argv.slice(2));
