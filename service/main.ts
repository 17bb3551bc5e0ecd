import { holdHangups } from './hangups.ts';

const hangups = holdHangups();
const { runService } = await import('./runService.ts');
await runService(hangups);
