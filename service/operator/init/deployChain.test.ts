import type { Address, Hex, PublicClient } from 'viem';
import { createPublicClient, custom, getContractAddress, parseAbi, parseTransaction } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { describe, expect, test } from 'vitest';
import { createExampleAnswers } from './answers.ts';
import type { Deployed } from './deployChain.ts';
import { deployChain } from './deployChain.ts';

const deployer = privateKeyToAccount(generatePrivateKey());
const LIE: Address = '0x00000000000000000000000000000000000000ee';
const HASH: Hex = `0x${'11'.repeat(32)}`;
const ONE_GWEI = '0x3b9aca00';
const addressOf = (nonce: bigint) => getContractAddress({ from: deployer.address, nonce });

type Endpoint = { readonly client: PublicClient; readonly sent: ReturnType<typeof parseTransaction>[] };

/** An endpoint that names its own contract in each receipt. @param code the addresses that have code */
function serve({ nonce, code }: { nonce: number; code: readonly Address[] }): Endpoint {
  const sent: ReturnType<typeof parseTransaction>[] = [];
  const block = { number: '0x5', hash: HASH, timestamp: '0x1', baseFeePerGas: ONE_GWEI, transactions: [] };
  const receipt = { transactionHash: HASH, blockHash: HASH, blockNumber: '0x5', status: '0x1', contractAddress: LIE };
  const answers: Record<string, (params: never) => unknown> = {
    eth_chainId: () => '0x7a69',
    eth_blockNumber: () => '0x5',
    eth_getBlockByNumber: () => block,
    eth_gasPrice: () => ONE_GWEI,
    eth_maxPriorityFeePerGas: () => ONE_GWEI,
    eth_estimateGas: () => '0x5208',
    eth_getBalance: () => '0x0',
    eth_getTransactionCount: () => `0x${(nonce + sent.length).toString(16)}`,
    eth_getCode: ([address]: [Address]) => (code.includes(address) ? '0x60' : '0x'),
    eth_sendRawTransaction: ([raw]: [Hex]) => sent.push(parseTransaction(raw)) && HASH,
    eth_getTransactionByHash: () => ({ hash: HASH, blockHash: HASH, blockNumber: '0x5', nonce: '0x7', value: '0x0' }),
    eth_getTransactionReceipt: () => receipt,
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

const answers = createExampleAnswers(new Date());
const [chain] = answers.chains;
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

function deployWith(endpoints: readonly Endpoint[], known: Deployed = {}) {
  const [first] = endpoints;
  if (!first || !chain) throw new Error('no endpoint or no chain');
  const setup = {
    ...{ answers, chain, client: first.client, deployer, contracts, codeTimeoutMs: 0 },
    endpoints: endpoints.map(({ client }, index) => ({ label: `RPC ${index + 1}`, client })),
    ...{ hotWallet: deployer.address, decimals: { ETH: 18 }, say: () => {} },
  };
  return deployChain(setup, known, async () => {});
}

describe('deployChain', () => {
  test('takes the addresses from the signed transactions, whatever a receipt names', async () => {
    const endpoint = serve({ nonce: 7, code: [addressOf(7n), addressOf(8n), LIE] });
    const deployed = await deployWith([endpoint]);
    expect(deployed).toMatchObject({ depositContract: addressOf(7n), vault: addressOf(8n) });
    expect(endpoint.sent.at(-1)?.to).toBe(addressOf(8n).toLowerCase());
  });

  test('uses the highest nonce, so that no earlier contract counts as the new one', async () => {
    const code = [addressOf(2n), addressOf(3n), addressOf(7n), addressOf(8n)];
    const [behind, right] = [serve({ nonce: 2, code }), serve({ nonce: 7, code })];
    await expect(deployWith([behind, right])).resolves.toMatchObject({ depositContract: addressOf(7n) });
  });

  test('sends nothing to a contract that one of the endpoints does not have', async () => {
    const first = serve({ nonce: 7, code: [addressOf(7n), addressOf(8n)] });
    const second = serve({ nonce: 7, code: [addressOf(7n)] });
    const known = { depositContract: addressOf(7n), vault: addressOf(8n), startBlock: 5 };
    await expect(deployWith([first, second], known)).rejects.toThrow(`RPC 2 has no code at ${addressOf(8n)}`);
    expect(first.sent).toEqual([]);
    await expect(deployWith([first, serve({ nonce: 7, code: [] })])).rejects.toThrow('RPC 2 has no code');
    expect(first.sent).toHaveLength(1);
  });
});
