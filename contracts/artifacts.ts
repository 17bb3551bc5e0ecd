import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Abi, Hex } from 'viem';

export type Artifact = {
  readonly abi: Abi;
  /** The creation code. The constructor's arguments follow it. */
  readonly bytecode: Hex;
};

/** The contracts that the local stack and the tests deploy. */
export type Artifacts = Readonly<
  Record<
    | 'CausewayDeposit'
    | 'CausewayVault'
    | 'TestToken'
    | 'TestTetherToken'
    | 'TestBatcher'
    | 'TestUnprotectedVault'
    | 'TestNames'
    | 'TestPriceFeed'
    | 'TestL1Block'
    | 'TestGasPriceOracle',
    Artifact
  >
>;

type CompilerInput = {
  readonly language: 'Solidity';
  readonly sources: Readonly<Record<string, { readonly content: string }>>;
  readonly settings: typeof SETTINGS;
};

type CompilerOutput = {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts: Record<string, Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>>;
};

type Stored = { readonly inputHash: string; readonly artifacts: Artifacts };

export class CompileError extends Error {
  readonly code = 'COMPILE_ERROR';
}

const ROOT = new URL('../', import.meta.url);
const GENERATED = new URL('./generated/', import.meta.url);
const STORED = new URL('artifacts.json', GENERATED);
const SOURCES = 'contracts/src/';

// The same as in foundry.toml. Without the metadata trailer, comments and paths don't change the bytecode.
const SETTINGS = {
  evmVersion: 'cancun',
  optimizer: { enabled: true, runs: 10_000 },
  metadata: { bytecodeHash: 'none', appendCBOR: false },
  remappings: ['@openzeppelin/=node_modules/@openzeppelin/'],
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
} as const;

// The bytecode also depends on the compiler and on the library sources it reads.
const DEPENDENCIES = ['node_modules/solc/package.json', 'node_modules/@openzeppelin/contracts/package.json'];

/**
 * Compiles the contracts, unless `contracts/generated` holds the result for the same input.
 * @throws CompileError, or the signal's reason
 */
export async function compileContracts(signal?: AbortSignal): Promise<Artifacts> {
  const input = await readInput();
  const inputHash = await hash(input);
  return (await readStored(inputHash)) ?? store({ inputHash, artifacts: await compile(input, signal) });
}

async function readInput(): Promise<CompilerInput> {
  const files = (await readdir(new URL(SOURCES, ROOT), { recursive: true })).filter((file) => file.endsWith('.sol'));
  const sources = files
    .map((file) => SOURCES + file.replaceAll('\\', '/'))
    .sort()
    .map(async (path) => [path, { content: await readFile(new URL(path, ROOT), 'utf8') }] as const);
  return { language: 'Solidity', sources: Object.fromEntries(await Promise.all(sources)), settings: SETTINGS };
}

async function hash(input: CompilerInput): Promise<string> {
  const dependencies = await Promise.all(DEPENDENCIES.map((path) => readFile(new URL(path, ROOT), 'utf8')));
  return createHash('sha256')
    .update(JSON.stringify([input, dependencies]))
    .digest('hex');
}

async function readStored(inputHash: string): Promise<Artifacts | null> {
  const json = await readFile(STORED, 'utf8').catch(() => null);
  if (json === null) return null;
  const stored = JSON.parse(json) as Stored;
  return stored.inputHash === inputHash ? stored.artifacts : null;
}

// The rename is atomic: a test worker that compiles in parallel never reads half a file.
async function store(result: Stored): Promise<Artifacts> {
  const unfinished = new URL(`${randomUUID()}.tmp`, GENERATED);
  await mkdir(GENERATED, { recursive: true });
  await writeFile(unfinished, JSON.stringify(result));
  await rename(unfinished, STORED);
  return result.artifacts;
}

async function compile(input: CompilerInput, signal?: AbortSignal): Promise<Artifacts> {
  const output = await runCompiler(input, signal);
  const problems = output.errors?.filter(({ severity }) => severity !== 'info') ?? [];
  if (problems.length > 0) throw new CompileError(problems.map((problem) => problem.formattedMessage).join('\n'));

  const pick = (path: string, name: keyof Artifacts): Artifact => {
    const contract = output.contracts[SOURCES + path]?.[name];
    if (contract === undefined) throw new CompileError(`${SOURCES}${path} does not define ${name}`);
    return { abi: contract.abi, bytecode: `0x${contract.evm.bytecode.object}` };
  };
  return {
    CausewayDeposit: pick('CausewayDeposit.sol', 'CausewayDeposit'),
    CausewayVault: pick('CausewayVault.sol', 'CausewayVault'),
    TestToken: pick('test-tokens/TestToken.sol', 'TestToken'),
    TestTetherToken: pick('test-tokens/TestTetherToken.sol', 'TestTetherToken'),
    TestBatcher: pick('test-tokens/TestBatcher.sol', 'TestBatcher'),
    TestUnprotectedVault: pick('test-tokens/TestUnprotectedVault.sol', 'TestUnprotectedVault'),
    TestNames: pick('test-tokens/TestNames.sol', 'TestNames'),
    TestPriceFeed: pick('test-networks/TestPriceFeed.sol', 'TestPriceFeed'),
    TestL1Block: pick('test-networks/TestL1Block.sol', 'TestL1Block'),
    TestGasPriceOracle: pick('test-networks/TestGasPriceOracle.sol', 'TestGasPriceOracle'),
  };
}

// In a child process, because the compiler blocks for seconds and installs process-wide handlers.
async function runCompiler(input: CompilerInput, signal?: AbortSignal): Promise<CompilerOutput> {
  const solc = fileURLToPath(new URL('./solc.mjs', import.meta.url));
  const child = spawn(process.execPath, [solc, '--standard-json'], { cwd: ROOT, stdio: ['pipe', 'pipe', 'inherit'] });
  signal?.addEventListener('abort', () => child.kill(), { once: true });
  // A compiler that stops early prints the reason. The broken pipe's error adds nothing.
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify(input));
  const json = await text(child.stdout);
  signal?.throwIfAborted();
  if (json === '') throw new CompileError('The compiler ended without output. See its message above.');
  return JSON.parse(json) as CompilerOutput;
}
