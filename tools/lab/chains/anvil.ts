import { createRequire } from 'node:module';
import { createPublicClient, http, toHex } from 'viem';
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts';
import type { RunningProcess, StartProcess } from '../processes/startProcess.ts';
import { untilReady } from '../processes/startProcess.ts';

export type AnvilOptions = {
  readonly title: string;
  readonly id: number;
  readonly port: number;
  /** How blocks are mined: on a timer, one per transaction (with or without a timer as well), or only on request. */
  readonly mining:
    | { readonly everySeconds: number; readonly perTransaction?: boolean }
    | 'perTransaction'
    | 'onRequest';
  /**
   * The base fee of an empty chain falls for minutes, and every quote with it. If it starts at zero it stays there, and gas
   * costs the tip, 1 gwei.
   */
  readonly isBaseFeeZero: boolean;
  /** Loads the chain from a file, and saves it there on exit. */
  readonly saved?: SavedChain;
  /** Continues another chain from its newest block. */
  readonly forkUrl?: string;
  /** "safe" is one epoch behind the newest block, "finalized" two. By default 32 blocks, as on Ethereum. */
  readonly slotsInAnEpoch?: number;
  /** Follows the OP stack's rules. */
  readonly isOpStack?: boolean;
  readonly logFile?: string;
};

export type SavedChain = {
  readonly stateFile: string;
  /** Unix seconds. It must be the same at every start, or the hash of the first block changes. */
  readonly genesisTime: number;
};

export type Anvil = { readonly rpcUrl: string; readonly process: RunningProcess };

// Also the deepest reorg a test can make. Without this option, anvil fills ~/.foundry and never cleans it up.
const KEPT_STATES = '256';
// A restored chain has the state of its last block only. With these blocks on top, reads a few blocks below the head work.
const BLOCKS_AFTER_RESTORE = 8;

// Derived once, because each derivation from the words takes 2,048 rounds of hashing.
const hdKey = mnemonicToAccount('test test test test test test test test test test test junk', {
  path: "m/44'/60'/0'/0",
}).getHdKey();

/** The accounts that every anvil chain funds and unlocks. */
export const ANVIL_ACCOUNTS = Array.from({ length: 10 }, (_, index) => {
  const { privateKey } = hdKey.deriveChild(index);
  if (privateKey === null) throw new Error('a key derived from a private key has none');
  const key = toHex(privateKey);
  return { ...privateKeyToAccount(key), key };
});

/** The address at which a chain answers. */
export const placeRpc = (port: number) => `http://127.0.0.1:${port}`;

/** Starts a chain and waits for its first answer. @throws ProcessDied */
export async function startAnvil(
  options: AnvilOptions,
  { start, signal }: { readonly start: StartProcess; readonly signal?: AbortSignal },
): Promise<Anvil> {
  const { title, id, port, logFile, saved } = options;
  const rpcUrl = placeRpc(port);
  const process = start({
    title,
    command: findBinary(),
    args: toArguments(options),
    ...(logFile !== undefined && { logFile }),
    // A chain that is not saved has nothing to write on exit.
    stopSignal: saved ? 'SIGINT' : 'SIGKILL',
    savesAtEnd: saved !== undefined,
  });
  const client = createPublicClient({ transport: http(rpcUrl, { retryCount: 0 }) });
  await untilReady(process, async () => (await client.getChainId()) === id, signal && { signal });
  return { rpcUrl, process };
}

/** Sets the clock of a restored chain, which stood still while the chain was down. */
export async function catchUp(rpcUrl: string): Promise<void> {
  await request(rpcUrl, 'evm_setTime', [Math.floor(Date.now() / 1000)]);
  await request(rpcUrl, 'anvil_mine', [BLOCKS_AFTER_RESTORE]);
}

async function request(rpcUrl: string, method: string, params: readonly unknown[]): Promise<void> {
  const { request } = http(rpcUrl)({});
  await request({ method, params });
}

function toArguments(options: AnvilOptions): string[] {
  const { id, port, mining, isBaseFeeZero, saved, forkUrl, slotsInAnEpoch, isOpStack } = options;
  return [
    ...['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(id)],
    ...['--prune-history', KEPT_STATES],
    ...toMiningArguments(mining),
    ...(slotsInAnEpoch === undefined ? [] : ['--slots-in-an-epoch', String(slotsInAnEpoch)]),
    ...(isOpStack ? ['--network', 'optimism'] : []),
    ...(forkUrl === undefined ? [] : ['--fork-url', forkUrl]),
    ...(isBaseFeeZero ? ['--block-base-fee-per-gas', '0'] : []),
    ...(saved ? ['--timestamp', String(saved.genesisTime), '--state', saved.stateFile] : ['--silent']),
  ];
}

function toMiningArguments(mining: AnvilOptions['mining']): string[] {
  if (mining === 'perTransaction') return [];
  if (mining === 'onRequest') return ['--no-mining'];
  return ['--block-time', String(mining.everySeconds), ...(mining.perTransaction ? ['--mixed-mining'] : [])];
}

// Not the package's own launcher, which takes the program's name from npm's environment and adds a process.
function findBinary(): string {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch;
  const file = process.platform === 'win32' ? 'anvil.exe' : 'anvil';
  const { resolve } = createRequire(import.meta.url);
  return resolve(`@foundry-rs/anvil-${process.platform}-${arch}/bin/${file}`);
}
