import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPublicClient, http } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import type { Processes, RunningProcess } from '../processes/processes.ts';

export type AnvilOptions = {
  readonly name: string;
  readonly id: number;
  readonly port: number;
  readonly blockTimeSeconds: number;
  /** Where the chain is kept when it stops, and read again when it starts. */
  readonly stateFile: string;
  /** Seconds since 1970; a chain that is kept needs the same at every start, or its first block changes. */
  readonly genesisTime: number;
  readonly logFile: string;
};

export type Anvil = { readonly rpcUrl: string; readonly process: RunningProcess };

// Also the depth to which a test may reorganise the chain. With a number nothing is written to ~/.foundry, which anvil
// otherwise fills without ever cleaning up.
const KEPT_STATES = '256';
// The base fee of a new chain would fall for minutes while its blocks are empty, and with it every quote. From zero it
// stays: gas costs what the tip is, one gwei.
const BASE_FEE = '0';
// A restored chain knows the state of its last block only; after these, a read a few blocks below the head works again.
const BLOCKS_AFTER_RESTORE = 8;
const LOOK_MS = 20;

/** The accounts that every anvil chain funds and unlocks. */
export const ANVIL_ACCOUNTS = Array.from({ length: 10 }, (_, addressIndex) =>
  mnemonicToAccount('test test test test test test test test test test test junk', { addressIndex }),
);

/** Starts a chain and returns when it answers. */
export async function startAnvil(
  options: AnvilOptions,
  { processes, signal }: { readonly processes: Processes; readonly signal: AbortSignal },
): Promise<Anvil> {
  const rpcUrl = `http://127.0.0.1:${options.port}`;
  const process = await processes.start({
    title: `the chain ${options.name}`,
    command: findBinary(),
    args: toArguments(options),
    logFile: options.logFile,
    stopSignal: 'SIGINT',
    savesAtEnd: true,
  });
  const client = createPublicClient({ transport: http(rpcUrl, { retryCount: 0 }) });
  while ((await client.getChainId().catch(() => null)) !== options.id) await sleep(LOOK_MS, undefined, { signal });
  return { rpcUrl, process };
}

/** Sets a restored chain's clock, which stood still while the chain was down. */
export async function catchUp(rpcUrl: string): Promise<void> {
  await request(rpcUrl, 'evm_setTime', [Math.floor(Date.now() / 1000)]);
  await request(rpcUrl, 'anvil_mine', [BLOCKS_AFTER_RESTORE]);
}

async function request(rpcUrl: string, method: string, params: readonly unknown[]): Promise<void> {
  const { request } = http(rpcUrl)({});
  await request({ method, params });
}

function toArguments({ id, port, blockTimeSeconds, stateFile, genesisTime }: AnvilOptions): string[] {
  return [
    ...['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(id)],
    ...['--timestamp', String(genesisTime), '--prune-history', KEPT_STATES],
    ...['--block-base-fee-per-gas', BASE_FEE],
    ...['--block-time', String(blockTimeSeconds), '--state', stateFile],
  ];
}

// Not through the package's own launcher: it takes its tool's name from npm's environment, and adds a process.
function findBinary(): string {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch;
  const file = process.platform === 'win32' ? 'anvil.exe' : 'anvil';
  const { resolve } = createRequire(import.meta.url);
  return resolve(`@foundry-rs/anvil-${process.platform}-${arch}/bin/${file}`);
}
