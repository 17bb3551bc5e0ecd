import { writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { generatePrivateKey } from 'viem/accounts';
import type { Database } from '../../../service/db/database.ts';
import type { ApplyOptions } from '../../../service/operator/apply/command.ts';
import { apply } from '../../../service/operator/apply/command.ts';
import { MACHINE_ROLES } from '../../../service/operator/apply/machine.ts';
import { digitsOf } from '../../../service/operator/apply/plan.ts';
import { writeKeystore } from '../../../service/signer/process/keystore.ts';
import { parsePolicy } from '../../../service/signer/process/policyFile.ts';
import type { TestBridge } from '../chains/testBridge.ts';
import { createTestBridge } from '../chains/testBridge.ts';
import type { LabInstallation } from '../installation/installationFile.ts';
import { createDatabaseRoles } from '../postgres/databaseRoles.ts';
import { startTestDatabases } from '../postgres/testDatabases.ts';
import { findFreePorts } from '../processes/freePort.mjs';
import { adoptHotWallet } from './adoptHotWallet.ts';
import type { AppliedMachine } from './appliedMachine.ts';
import { createAppliedMachine } from './appliedMachine.ts';
import { createWorkFolder } from './workFolder.ts';

type Change = (file: LabInstallation) => void;

/** `answers` are typed in turn. Without them, the command gets `--yes`. */
export type ApplyExtra = Partial<Omit<ApplyOptions, 'path'>> & { readonly answers?: readonly string[] };

export type ApplyRun = {
  readonly isChanged: boolean;
  /** What the command printed and asked. */
  readonly lines: readonly string[];
  readonly options: ApplyOptions;
};

/** A machine on which `causeway apply` has set up a whole installation. */
export type ApplyHarness = {
  readonly machine: AppliedMachine;
  readonly bridge: TestBridge;
  readonly database: Database;
  /** The API's address. */
  readonly apiUrl: string;
  /** The first applied file. Each call returns a new copy. */
  createFile(): LabInstallation;
  /** Changes the file and applies it, with the fingerprint of the signer's view. */
  run(change: Change, extra?: ApplyExtra): Promise<ApplyRun>;
  stop(): Promise<void>;
};

const PASSWORD = 'word';
const PASSWORD_FILES = ['signer-secrets/keystore-password', 'passwords/causeway_worker', 'passwords/causeway_api'];

/** The first of four consecutive free ports. */
async function findPortRow(): Promise<number> {
  const ports = new Set(await findFreePorts(100));
  for (const port of ports) if ([1, 2, 3].every((step) => ports.has(port + step))) return port;
  return findPortRow();
}

/** Writes what `apply` never writes: keys and passwords. After a rotation, the folder has two keys. */
async function writeSecrets({ root }: AppliedMachine, { hotWalletKey }: TestBridge): Promise<void> {
  const keys = join(root, 'var/lib/causeway-signer');
  const [former, current] = [join(keys, 'a.json'), join(keys, 'b.json')];
  await writeKeystore(former, { privateKey: generatePrivateKey(), password: PASSWORD, cost: 1024 });
  await writeKeystore(current, { privateKey: hotWalletKey, password: PASSWORD, cost: 1024 });
  for (const name of PASSWORD_FILES) {
    const path = join(root, 'etc/causeway', name);
    await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
    writeFileSync(path, `${PASSWORD}\n`, { mode: 0o600 });
  }
}

/** A file that a signer would refuse has no view. */
function readDigits(text: string): string | null {
  try {
    return digitsOf(parsePolicy(text));
  } catch {
    return null;
  }
}

/** @param firstId the first of the bridge's chain ids */
export async function createApplyHarness(firstId: number): Promise<ApplyHarness> {
  const [bridge, databases, folder, firstPort] = await Promise.all([
    createTestBridge(firstId),
    startTestDatabases('postgresql'),
    createWorkFolder(),
    findPortRow(),
  ]);
  const database = await databases.open();
  await createDatabaseRoles(database);
  await adoptHotWallet(database, bridge);
  const machine = await createAppliedMachine(folder);
  await writeSecrets(machine, bridge);
  for (const { chain } of [bridge.origin, bridge.destination]) chain.keepMining(1000);
  const url = new URL(databases.urlOf(database));
  // Each process connects as its own role.
  url.username = '';
  const apiUrl = `http://127.0.0.1:${firstPort}/api/v1`;

  const createFile = () => {
    const file = bridge.configFile();
    Object.assign(file, { database: url.href, listen: { host: '127.0.0.1', firstPort } });
    Object.assign(file.guards, { maxNetOutflow: '50000' });
    Object.assign(file.api, { url: apiUrl });
    // The ports after the first one.
    delete file.lab.operatorPort;
    // These processes are restarted more often than they pay, so production's block and poll intervals are enough.
    delete file.lab.pollIntervalMs;
    delete file.lab.rescanIntervalMs;
    return file;
  };

  const run: ApplyHarness['run'] = async (change, { answers, ...extra } = {}) => {
    const file = createFile();
    change(file);
    const text = JSON.stringify(file, null, 2);
    const lines: string[] = [];
    const left = [...(answers ?? [])];
    const options: ApplyOptions = {
      ...{ path: await folder.write('installation.json', text), roles: MACHINE_ROLES, machine, now: new Date() },
      ...{ isYes: answers === undefined, weakened: [], replaced: [], signer: readDigits(text), stolen: null },
      isBack: false,
      ...{ timeoutMs: 30_000, ...extra },
    };
    const isChanged = await apply(options, {
      say: (line) => lines.push(line),
      ask: async (question) => {
        lines.push(question);
        return left.shift() ?? '';
      },
    });
    return { isChanged, lines, options };
  };

  await run(() => {});
  return {
    ...{ machine, bridge, database, apiUrl, createFile, run },
    stop: async () => {
      await machine.stop();
      await databases.stop();
      await bridge.stop();
      await folder.remove();
    },
  };
}
