import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Address, Hex, PublicClient } from 'viem';
import {
  createPublicClient,
  custom,
  getAddress,
  getContractAddress,
  keccak256,
  parseAbi,
  parseEther,
  parseTransaction,
  toHex,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { InstallationFile } from '../../boot/installation.ts';
import { createConversation } from './conversation.ts';
import { deployChain, finishInterrupted, vaultArgumentsOf } from './deployChain.ts';
import type { ConnectedChain } from './endpoints.ts';
import {
  createExampleFile,
  formatInstallation,
  openInstallation,
  requireChain,
  withChain,
  withHotWallet,
} from './installationFile.ts';
import { readSending } from './transactions.ts';

const deployer = privateKeyToAccount(generatePrivateKey());
const hotWallet = privateKeyToAccount(generatePrivateKey());
const LIE: Address = '0x00000000000000000000000000000000000000ee';
const HASH: Hex = `0x${'11'.repeat(32)}`;
const ONE_GWEI = '0x3b9aca00';
const addressOf = (nonce: bigint) => getContractAddress({ from: deployer.address, nonce });

type Endpoint = { readonly client: PublicClient; readonly sent: ReturnType<typeof parseTransaction>[] };

type Serving = {
  readonly nonce: number;
  /** The addresses that have code. */
  readonly code: readonly Address[];
  /** Unmined transactions. */
  readonly pending?: number;
};

/** An endpoint that mines at once what it gets, and names its own contract in each receipt. */
function serve({ nonce, code, pending = 0 }: Serving): Endpoint {
  const sent: ReturnType<typeof parseTransaction>[] = [];
  const hashes: Hex[] = [];
  const block = { number: '0x5', hash: HASH, timestamp: '0x1', baseFeePerGas: ONE_GWEI, transactions: [] };
  const place = { blockHash: HASH, blockNumber: '0x5' };
  const find = <T>(hash: Hex, found: T) => (hashes.includes(hash) ? found : null);
  const include = (raw: Hex) => {
    const transaction = parseTransaction(raw);
    if ((transaction.nonce ?? 0) < nonce) throw Object.assign(new Error('nonce too low'), { code: -32_000 });
    sent.push(transaction);
    hashes.push(keccak256(raw));
    return keccak256(raw);
  };
  const answers: Record<string, (params: never) => unknown> = {
    eth_chainId: () => '0x7a69',
    eth_blockNumber: () => '0x5',
    eth_getBlockByNumber: () => block,
    eth_gasPrice: () => ONE_GWEI,
    eth_maxPriorityFeePerGas: () => ONE_GWEI,
    eth_estimateGas: () => '0x5208',
    eth_getBalance: () => '0x0',
    eth_getTransactionCount: ([, tag]: [Address, string]) =>
      toHex(nonce + sent.length + (tag === 'pending' ? pending : 0)),
    eth_getCode: ([address]: [Address]) => (code.includes(address) ? '0x60' : '0x'),
    eth_sendRawTransaction: ([raw]: [Hex]) => include(raw),
    eth_getTransactionByHash: ([hash]: [Hex]) => find(hash, { ...place, hash, nonce: '0x7', value: '0x0' }),
    eth_getTransactionReceipt: ([hash]: [Hex]) =>
      find(hash, { ...place, transactionHash: hash, status: '0x1', contractAddress: LIE }),
  };
  const request = async ({ method, params }: { method: string; params: never }) => {
    const answer = answers[method];
    if (!answer) throw Object.assign(new Error(`${method} is not served`), { code: -32_601 });
    return answer(params);
  };
  return {
    client: createPublicClient({ transport: custom({ request }, { retryCount: 0 }), pollingInterval: 1 }),
    sent,
  };
}

const constructorOf = (inputs: string) => ({ abi: parseAbi([`constructor(${inputs})`]), bytecode: '0x60' as Hex });
const contracts = {
  CausewayDeposit: constructorOf(''),
  CausewayVault: {
    abi: parseAbi([
      'constructor(address, address, address[], uint256, uint256, Cap[])',
      'struct Cap { address token; uint256 perPayment; uint256 perWindow; }',
    ]),
    bytecode: '0x60' as Hex,
  },
};

let folder: string;
let path: string;
beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  folder = mkdtempSync(join(tmpdir(), 'causeway-deploy-'));
  path = join(folder, 'installation.json');
  store(withHotWallet(createExampleFile(new Date()), { hotWallet: hotWallet.address }));
});
afterEach(() => rmSync(folder, { recursive: true }));

const store = (file: InstallationFile) => writeFileSync(path, formatInstallation(file));
const stored = () => JSON.parse(readFileSync(path, 'utf8')).chains[0];

async function connect(endpoints: readonly Endpoint[]): Promise<ConnectedChain> {
  const [first] = endpoints;
  if (!first) throw new Error('no endpoint');
  return {
    chain: requireChain(await openInstallation(path), 'Northshore'),
    client: first.client,
    endpoints: endpoints.map(({ client }, index) => ({ label: `RPC ${index + 1}`, client })),
  };
}

async function deployWith(...endpoints: readonly Endpoint[]): Promise<void> {
  const common = { codeTimeoutMs: 0, conversation: createConversation({ yes: true }) };
  const opened = await finishInterrupted({
    ...{ ...common, opened: await openInstallation(path), connect: () => connect(endpoints) },
  });
  await deployChain({ ...common, opened, connected: await connect(endpoints), account: deployer, contracts });
}

const CONTRACTS = [addressOf(7n), addressOf(8n)];

describe('deployChain', () => {
  test('takes the addresses from the signed transactions, whatever a receipt says', async () => {
    await deployWith(serve({ nonce: 7, code: [...CONTRACTS, LIE] }));
    expect(stored()).toMatchObject({ depositContract: addressOf(7n), vault: addressOf(8n), startBlock: 5 });
  });

  test('uses the highest nonce, so that no earlier contract counts as the new one', async () => {
    const code = [addressOf(2n), addressOf(3n), ...CONTRACTS];
    const behind = serve({ nonce: 2, code });
    // The other one never sees what this one gets.
    await expect(deployWith(behind, serve({ nonce: 7, code }))).rejects.toThrow();
    expect(behind.sent[0]?.nonce).toBe(7);
  });

  test('writes no contract that one of the endpoints does not have', async () => {
    const first = serve({ nonce: 7, code: CONTRACTS });
    await expect(deployWith(first, serve({ nonce: 7, code: [] }))).rejects.toThrow('RPC 2 has no code');
    expect(first.sent).toHaveLength(1);
    expect(stored()).not.toHaveProperty('depositContract');
  });

  test('does not accept contracts in the file that one of the endpoints does not have', async () => {
    const [depositContract, vault] = CONTRACTS;
    if (!depositContract || !vault) throw new Error('no contracts');
    store(withChain((await openInstallation(path)).written, 'Northshore', { depositContract, vault, startBlock: 5 }));
    const first = serve({ nonce: 9, code: CONTRACTS });
    await expect(deployWith(first, serve({ nonce: 9, code: [depositContract] }))).rejects.toThrow(
      `RPC 2 has no code at ${vault}`,
    );
    expect(first.sent).toEqual([]);
  });

  test('sends the same transaction again after an interruption, and no other', async () => {
    // The command ends between sending and writing.
    const lost = serve({ nonce: 7, code: [] });
    await expect(deployWith(lost)).rejects.toThrow('no code');
    const sending = await readSending(folder);
    expect(sending).toMatchObject({ nonce: 7, chain: 'Northshore' });
    const next = serve({ nonce: 7, code: CONTRACTS });
    await deployWith(next);
    expect(next.sent.map(({ nonce }) => nonce)).toEqual([7, 8]);
    expect(next.sent[0]).toEqual(lost.sent[0]);
    expect(stored()).toMatchObject({ depositContract: addressOf(7n), vault: addressOf(8n) });
    expect(await readSending(folder)).toBeNull();
  });

  test('deploys again if another transaction has used the nonce of the interrupted one', async () => {
    await expect(deployWith(serve({ nonce: 7, code: [] }))).rejects.toThrow('no code');
    const later = serve({ nonce: 8, code: [addressOf(8n), addressOf(9n)] });
    await deployWith(later);
    expect(later.sent.map(({ nonce }) => nonce)).toEqual([8, 9]);
    expect(stored()).toMatchObject({ depositContract: addressOf(8n), vault: addressOf(9n) });
  });

  test('keeps a contract that a person wrote into the file meanwhile', async () => {
    await expect(deployWith(serve({ nonce: 7, code: [] }))).rejects.toThrow('no code');
    store(withChain((await openInstallation(path)).written, 'Northshore', { depositContract: LIE }));
    await expect(deployWith(serve({ nonce: 7, code: CONTRACTS }))).rejects.toThrow(`has the deposit contract ${LIE}`);
    expect(stored().depositContract).toBe(LIE);
  });

  test('sends nothing while the account has unmined transactions', async () => {
    const endpoint = serve({ nonce: 7, code: CONTRACTS, pending: 1 });
    await expect(deployWith(endpoint)).rejects.toThrow('has sent transactions that no block contains yet');
    expect(endpoint.sent).toEqual([]);
  });

  test('refuses a former hot wallet as the payer of a vault, and a vault without an owner', async () => {
    const { written } = await openInstallation(path);
    const endpoint = serve({ nonce: 7, code: CONTRACTS });
    store({ ...written, formerHotWallets: [hotWallet.address] });
    await expect(deployWith(endpoint)).rejects.toThrow('formerHotWallets');
    store({ ...written, vaults: {} });
    await expect(deployWith(endpoint)).rejects.toThrow('vaults.owner is missing for Northshore');
    expect(endpoint.sent).toEqual([]);
  });
});

describe('vaultArgumentsOf', () => {
  test('has the accounts, the delay and the caps of the file: 120 % of the largest transfer, and the cap of a day', async () => {
    const { written } = await openInstallation(path);
    const transfers = [
      { to: 'Northshore', min: '1', max: '40', feeBps: 1, feeFloor: '0' },
      { min: '1', max: '30', feeBps: 1, feeFloor: '0' },
    ];
    store({
      ...written,
      vaults: { owner: { Northshore: LIE }, guardian: hotWallet.address, delayHours: 30 },
      tokens: [
        { name: 'ETH', price: '3000', perDay: { Northshore: '50', Southshore: '60' }, transfers },
        { name: 'USDC', price: '1', decimals: 6, addresses: { Northshore: LIE }, float: '10' },
      ],
    });
    const { file } = await openInstallation(path);
    const [north, south] = file.chains;
    if (!north || !south) throw new Error('the example has two chains');
    expect(vaultArgumentsOf(file, north)).toMatchObject({
      ...{ owner: getAddress(LIE), guardian: hotWallet.address, payer: hotWallet.address },
      ...{ delay: 108_000, window: 86_400 },
      caps: [{ token: { name: 'ETH' }, perPayment: parseEther('48'), perWindow: parseEther('50') }],
    });
    expect(() => vaultArgumentsOf(file, south)).toThrow('vaults.owner is missing for Southshore');
  });
});
