import { setTimeout as sleep } from 'node:timers/promises';
import type { Installation } from '../installation/installation.ts';
import type { LabInstallation } from '../installation/installationFile.ts';

/** What an operator does to a running installation while its parts fail, following docs/runbook.md. */
export type Operator = {
  /** Repeats a command until it succeeds, because the database may be down. @returns its JSON */
  // biome-ignore lint/suspicious/noExplicitAny: the campaign reads untyped answers, like any other client
  command(...args: string[]): Promise<any>;
  query: Installation['query'];
  /** Refunds the payouts that cannot be made, because their recipients refuse native tokens. */
  refundRefused(): Promise<void>;
  /** Replaces the service's file, but not the signer's, and restarts the workers one after another. */
  roll(file: LabInstallation): Promise<void>;
  /**
   * Pauses everything, waits for the signed payments, and stops all processes. Starts them again with what `change` returns,
   * then ends the pause.
   * @returns false, with nothing changed, if a payment did not settle in time
   */
  replace(change: () => Promise<LabInstallation>): Promise<boolean>;
};

const COMMAND_TIMEOUT_MS = 90_000;
const SETTLE_TIMEOUT_MS = 120_000;
const EVERY_MS = 500;

/** Repeats the work until it succeeds or time runs out. @throws the last error */
async function insist<T>(work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + COMMAND_TIMEOUT_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(EVERY_MS);
    }
  }
}

export function createOperator(installation: Installation): Operator {
  const { workers } = installation;
  const commands = installation.operator();
  const query: Operator['query'] = (...statement) => insist(() => installation.query(...statement));
  /** A database crash can hide that a command took effect. The next try then reports that there is nothing to do. */
  const commandOnce = (done: RegExp, ...args: string[]) =>
    insist(async () => {
      const { code, stderr } = await commands.run(...args);
      if (code !== 0 && !done.test(stderr)) throw new Error(`operator ${args.join(' ')}: ${stderr}`);
    });
  /** The metric causeway_unsettled_sends, summed over all chains. */
  const isSettled = async () => {
    const [row] = await query<{ count: number }>(
      "select count(*)::int as count from sends where state in ('open', 'mined')",
    );
    return row?.count === 0;
  };
  const untilSettled = async () => {
    const deadline = Date.now() + SETTLE_TIMEOUT_MS;
    while (Date.now() < deadline) {
      if (await isSettled()) return true;
      await sleep(EVERY_MS);
    }
    return false;
  };
  return {
    query,
    refundRefused: async () => {
      const refused = await query<{ id: string }>(
        "select id from transfers where state in ('confirmed', 'held') and concat(note, reason) like '%NativeTransferFailed%'",
      );
      // Refused while a worker tries the payout once more. The next call refunds it.
      const reason = ['--who', 'operator', '--why', 'its recipient refuses native tokens'];
      for (const { id } of refused) await commands.run('refund', id, ...reason);
    },
    command: (...args) => insist(() => commands.json(...args)),
    roll: async (next) => {
      await installation.writeFile(next, 'service');
      for (const worker of workers) await worker.killAndRestart();
    },
    replace: async (change) => {
      const reason = ['--who', 'operator', '--why', 'a change of the configuration'];
      await commandOnce(/already exists/, 'pause', 'all', ...reason);
      const canChange = await untilSettled();
      if (canChange) {
        await installation.halt();
        await installation.writeFile(await change());
        installation.begin();
      }
      await commandOnce(/There is no pause/, 'resume', 'all', ...reason);
      return canChange;
    },
  };
}
