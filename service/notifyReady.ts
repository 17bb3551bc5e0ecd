import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Tells systemd that this process is ready. Until then a unit of type `notify` delays `systemctl reload`, whose signal would end
 * Node.js before it runs any code. Outside such a unit it does nothing.
 */
export async function notifyReady(env: NodeJS.ProcessEnv = process.env): Promise<void> {
  if (!env.NOTIFY_SOCKET) return;
  await promisify(execFile)('systemd-notify', ['--ready'], { env });
}
