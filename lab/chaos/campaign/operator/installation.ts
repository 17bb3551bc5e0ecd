import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Hex } from 'viem';
import type { LabInstallation } from '../../../installation/installationFile.ts';
import { createOperatorCommand } from '../../../service/operatorCommand.ts';
import type { SignerFiles } from '../../../service/signerProcess.ts';
import { writeSignerFiles } from '../../../service/signerProcess.ts';
import type { WorkFolder } from '../../../service/workFolder.ts';
import type { WorkerProcess } from '../workerProcess.ts';

/** The service's file in the folder of the campaign. */
export const INSTALLATION_FILE = 'service.json';

export type InstallationOptions = {
  readonly folder: WorkFolder;
  readonly file: LabInstallation;
  readonly signerFiles: SignerFiles;
  readonly workers: readonly [WorkerProcess, ...WorkerProcess[]];
  readonly signer: WorkerProcess;
  /** The bundle of service/operator/commands/main.ts. */
  readonly program: string;
  /** With the rights of the operator. */
  readonly databaseUrl: string;
};

/** What an operator does to a running installation, as docs/runbook.md says, while its parts fail. */
export type Installation = {
  readonly file: LabInstallation;
  readonly workers: readonly WorkerProcess[];
  /** Runs a command of the operator until it succeeds, because the database may be down. @returns its JSON */
  // biome-ignore lint/suspicious/noExplicitAny: the campaign reads answers without types, like any other client
  command(...args: string[]): Promise<any>;
  query<Row extends object>(sql: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** Replaces the service's file, not the signer's, and restarts one worker after the other. */
  roll(file: LabInstallation): Promise<void>;
  /**
   * Pauses everything, waits for the signed payments, and stops all processes. Starts them again with what `change` returns,
   * then ends the pause.
   * @returns false, with nothing changed, if a payment did not settle in time
   */
  replace(change: () => Promise<LabInstallation>): Promise<boolean>;
  /** Lets the signer, when it starts again, sign with another key. */
  useKey(privateKey: Hex): Promise<void>;
};

const COMMAND_TIMEOUT_MS = 90_000;
const SETTLE_TIMEOUT_MS = 120_000;
const EVERY_MS = 500;

/** Repeats until it succeeds or the time is over. @throws the last error */
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

/** A process that starts meanwhile must never read half a file. */
async function replaceFile(path: string, content: unknown): Promise<void> {
  await writeFile(`${path}.next`, JSON.stringify(content), { mode: 0o600 });
  await rename(`${path}.next`, path);
}

export function createInstallation(options: InstallationOptions): Installation {
  const { folder, workers, signer, program, databaseUrl } = options;
  const path = join(folder.path, INSTALLATION_FILE);
  const operator = createOperatorCommand({ CAUSEWAY_INSTALLATION: path, DATABASE_URL: databaseUrl }, [program]);
  let { file, signerFiles } = options;

  const query = async <Row extends object>(sql: string, values: readonly unknown[] = []) =>
    insist(async () => {
      const client = new pg.Client({ connectionString: databaseUrl });
      client.on('error', () => {});
      await client.connect();
      try {
        return (await client.query<Row>(sql, [...values])).rows;
      } finally {
        await client.end().catch(() => {});
      }
    });
  const command = (...args: string[]) => insist(() => operator.json(...args));
  /** A crash of the database can hide that a command took effect. The next try then says that there is nothing to do. */
  const commandOnce = (done: RegExp, ...args: string[]) =>
    insist(async () => {
      const { code, stderr } = await operator.run(...args);
      if (code !== 0 && !done.test(stderr)) throw new Error(`operator ${args.join(' ')}: ${stderr}`);
    });
  /** The metric causeway_unsettled_sends of all chains. */
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
  const writeFiles = async (next: LabInstallation) => {
    file = next;
    await replaceFile(signerFiles.environment.CAUSEWAY_INSTALLATION ?? '', file);
    await replaceFile(path, file);
  };
  return {
    get file() {
      return file;
    },
    ...{ workers, command, query },
    roll: async (next) => {
      file = next;
      await replaceFile(path, file);
      for (const worker of workers) await worker.killAndRestart();
    },
    replace: async (change) => {
      const reason = ['--who', 'operator', '--why', 'a change of the configuration'];
      await commandOnce(/already exists/, 'pause', 'all', ...reason);
      const canChange = await untilSettled();
      if (canChange) {
        await Promise.all([signer, ...workers].map((one) => one.halt()));
        await writeFiles(await change());
        signer.restart(signerFiles.environment);
        for (const worker of workers) worker.restart({ CAUSEWAY_SOCKET: signerFiles.socketPath });
      }
      await commandOnce(/There is no pause/, 'resume', 'all', ...reason);
      return canChange;
    },
    useKey: async (privateKey) => {
      signerFiles = await writeSignerFiles(folder, { privateKey, installation: file });
    },
  };
}
