// Runs "forge test" with the given arguments. `--renew-gas` writes .gas-snapshot instead.
import { fileURLToPath } from 'node:url';
import { GAS, GAS_FILE, runForge } from './forge.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const args = process.argv.slice(2);
process.exitCode = await runForge({
  root: ROOT,
  args: args.includes('--renew-gas') ? [...GAS, '--snap', GAS_FILE] : ['test', ...args],
  stdio: 'inherit',
});
