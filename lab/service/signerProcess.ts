import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Hex } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import type { ConfigFile } from '../../service/config/configFileSchema.ts';
import { writeKeystore } from '../../service/signer/keystore.ts';
import type { ProcessEnd } from './serviceProcess.ts';
import type { WorkFolder } from './workFolder.ts';

const MAIN = fileURLToPath(new URL('../../service/signer/main.ts', import.meta.url));

/** A policy that allows what a configuration's routes do. */
export function toPolicyFile({ chains, tokens }: Pick<ConfigFile, 'chains' | 'tokens'>) {
  const [first] = chains;
  return {
    maker: first?.maker,
    chains: chains.map(({ name, id, depositContract, payoutContract }) => ({
      ...{ name, id, depositContract, payoutContract },
      ...{ maxGasLimit: 1_000_000, maxGasPriceGwei: '1000', maxGasCostPerHour: '1000' },
      tokens: tokens.flatMap((token) => {
        const deployment = token.deployments[name];
        const { address, decimals } = deployment ?? {};
        return deployment
          ? [{ name: token.name, address, decimals, maxPerPayment: '20000', maxPerHour: '200000' }]
          : [];
      }),
    })),
  };
}

/** What a signer needs on disk. */
export type SignerFiles = { readonly socketPath: string; readonly environment: Readonly<Record<string, string>> };

export async function writeSignerFiles(
  folder: WorkFolder,
  { privateKey, policy }: { readonly privateKey: Hex; readonly policy: unknown },
): Promise<SignerFiles> {
  const name = privateKeyToAddress(privateKey).slice(2, 10);
  const keystore = join(folder.path, `${name}.json`);
  const password = `the password of ${name}`;
  await writeKeystore(keystore, { privateKey, password, cost: 1024 });
  const socketFolder = join(folder.path, `socket-${name}`);
  await mkdir(socketFolder, { mode: 0o700 });
  const socketPath = join(socketFolder, 'signer.sock');
  return {
    socketPath,
    environment: {
      CAUSEWAY_KEYSTORE: keystore,
      CAUSEWAY_KEYSTORE_PASSWORD_FILE: await folder.write(`${name}.password`, `${password}\n`),
      CAUSEWAY_SIGNER_POLICY: await folder.write(`${name}.policy.json`, JSON.stringify(policy)),
      CAUSEWAY_SIGNER_SOCKET: socketPath,
    },
  };
}

/** The signer as a process of its own. */
export type SignerProcess = {
  /** Once it listens. @throws where it ends before it does */
  readonly listens: Promise<void>;
  readonly ended: Promise<ProcessEnd>;
  kill(signal: 'SIGTERM' | 'SIGKILL'): Promise<ProcessEnd>;
};

export function startSignerProcess(
  environment: Readonly<Record<string, string>>,
  { args = [], input = '' }: { readonly args?: readonly string[]; readonly input?: string } = {},
): SignerProcess {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, ['--import', 'tsx', MAIN, ...args], {
    env: { PATH, HOME, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  let output = '';
  const ended = new Promise<ProcessEnd>((resolve) => {
    child.once('close', (code, signal) => {
      process.off('exit', endWithUs);
      resolve({ code, signal, output });
    });
  });
  const listens = new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('the signer listens')) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then(() => reject(new Error(`the signer ended before it listened:\n${output}`)));
  });
  listens.catch(() => {});
  return {
    listens,
    ended,
    kill: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}
