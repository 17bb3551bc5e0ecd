import { readFile } from 'node:fs/promises';
import type { Address, Hash } from 'viem';
import { pad } from 'viem';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { transferId } from '#shared/transferId.ts';
import type { MemoryChain } from '../../lab/rpc/memoryChain.ts';
import { createMemoryChain } from '../../lab/rpc/memoryChain.ts';
import type { RpcProxy } from '../../lab/rpc/rpcProxy.ts';
import { startScriptedRpc } from '../../lab/rpc/scriptedRpc.ts';
import type { DepositReference } from '../chain/signer.ts';
import { createKeySigner } from '../chain/signer.ts';
import type { Call, Payment } from '../domain/payment.ts';
import { cancelCall, payCall } from '../domain/payment.ts';
import { createLogger } from '../log/logger.ts';
import type { PaymentLog } from './paymentLog.ts';
import { createPaymentLog, MEMORY_ONLY } from './paymentLog.ts';
import type { ChainPolicy, Policy } from './policy.ts';
import { parsePolicy } from './policyFile.ts';
import type { ProviderSet } from './providers.ts';
import { connectProviders } from './providers.ts';
import { signVerified } from './signVerified.ts';

const account = (digit: number): Address => `0x${String(digit).repeat(40)}`;
const [PERSON, NEW_VAULT] = [account(7), account(8)];
const TRANSACTION: Hash = pad('0x7');
const AMOUNT = 1000n;

// Both chains of the example have the native token here, and a route for it.
const example = JSON.parse(await readFile(new URL('./policy.example.json', import.meta.url), 'utf8'));
example.chains[1].tokens.push(example.chains[0].tokens[0]);
example.routes.push({ token: 'ETH', from: 'Northshore', to: 'Southshore' });
const parsed = parsePolicy(JSON.stringify(example));
const [origin, destination] = parsed.chains;
if (!origin || !destination) throw new Error('the example has two chains');

const reference: DepositReference = { chainId: origin.id, transactionHash: TRANSACTION, ordinal: 0 };
const id = transferId({ ...reference, contract: origin.depositContract });
const payment: Payment = { id, token: account(0), to: PERSON, amount: AMOUNT };

let policy: Policy;
let paymentLog: PaymentLog;
let chains: Map<number, MemoryChain>;
let rpcs: Map<number, RpcProxy>;
/** Runs before a provider answers. */
let beforeAnswer: (method: string) => void;

beforeEach(async () => {
  policy = parsed;
  paymentLog = createPaymentLog(MEMORY_ONLY);
  beforeAnswer = () => {};
  chains = new Map(parsed.chains.map((chain) => [chain.id, createMemoryChain(chain.id, chain.depositContract)]));
  rpcs = new Map();
  for (const [chainId, chain] of chains) {
    const rpc = await startScriptedRpc((call) => {
      beforeAnswer(call.method);
      return chain.answer(call);
    });
    rpcs.set(chainId, rpc);
  }
  const { vault } = origin;
  const made = { depositor: PERSON, token: account(0), vault, target: PERSON, amount: AMOUNT };
  at(origin).deposit(TRANSACTION, { block: 10n, deposits: [{ ...made, destination: BigInt(destination.id) }] });
});
afterEach(() => Promise.all([...rpcs.values()].map((rpc) => rpc.stop())));

function at({ id: chainId }: Pick<ChainPolicy, 'id'>): MemoryChain {
  const chain = chains.get(chainId);
  if (!chain) throw new Error(`no chain ${chainId}`);
  return chain;
}

type Ask = { readonly on: ChainPolicy; readonly nonce: number; readonly vault?: Address; readonly call?: Call };

function sign({ on, nonce, vault = on.vault, call }: Ask) {
  const providers = new Map<number, ProviderSet>();
  for (const chain of policy.chains) {
    const url = rpcs.get(chain.id)?.url;
    if (url) providers.set(chain.id, connectProviders({ ...chain, rpcUrls: [url], quorum: 1 }));
  }
  const context = {
    ...{ policy, providers, paymentLog, logger: createLogger('silent') },
    signer: createKeySigner(`0x${'11'.repeat(32)}`),
    spendingLog: { reserve: async () => null },
  };
  const transaction = { chainId: on.id, nonce, gasLimit: 100_000n, fees: { maxFee: 10n ** 9n, tip: 1n } };
  return signVerified(context, {
    transaction: { ...transaction, call: call ?? payCall(vault, payment) },
    deposits: call ? [] : [reference],
  });
}

const refused = (reason: RegExp) => ({ kind: 'refused', reason: expect.stringMatching(reason) });
const unverified = (reason: RegExp) => ({ kind: 'unverified', reason: expect.stringMatching(reason) });

/** The policy after the funds of the destination moved to a new vault. */
function moveVault(retiredVaults: readonly Address[]): void {
  const chainsAfter = parsed.chains.map((chain) =>
    chain.id === destination?.id ? { ...chain, vault: NEW_VAULT, retiredVaults } : chain,
  );
  policy = { ...parsed, chains: chainsAfter };
}

describe('after a move to a new vault, a payout that was signed for the old one', () => {
  beforeEach(async () => {
    expect(await sign({ on: destination, nonce: 3 })).toMatchObject({ kind: 'signed' });
    moveVault([destination.vault]);
  });
  const again = (nonce: number) => sign({ on: destination, nonce, vault: NEW_VAULT });

  test('is not signed a second time while the first can still be mined', async () => {
    expect(await again(4)).toMatchObject(unverified(/signed at nonce 3 on Southshore, can still take effect/));
  });

  test('is signed at the same nonce, because only one of the two can be mined', async () => {
    expect(await again(3)).toMatchObject({ kind: 'signed' });
    expect(await again(4)).toMatchObject(unverified(/nonce 3/));
  });

  test('is signed once another transaction used the nonce, and refused when the old vault has paid it', async () => {
    at(destination).nonceBlocks.push(5n, 6n, 7n, 8n);
    expect(await again(4)).toMatchObject({ kind: 'signed' });
    at(destination).pay(destination.vault, id, 8n);
    expect(await again(5)).toMatchObject(refused(/has already paid|retired vault/));
  });

  test('is refused when the policy has forgotten the old vault', async () => {
    at(destination).nonceBlocks.push(5n, 6n, 7n, 8n);
    moveVault([]);
    expect(await again(4)).toMatchObject(refused(/signed for the vault 0x\w+, which the policy of Southshore lacks/));
  });
});

describe('a refund', () => {
  test('is refused when the destination was removed from the policy after its calls were forgotten', async () => {
    await sign({ on: destination, nonce: 0 });
    at(destination).nonceBlocks.push(5n);
    at(destination).pay(destination.vault, id, 5n);
    await paymentLog.forgetBelow({ chainId: destination.id, nonce: 1 });
    policy = { ...parsed, chains: [origin] };
    expect(await sign({ on: origin, nonce: 0 })).toMatchObject(refused(/the policy lacks chain 31338 now/));
  });

  test('is signed when the policy never had the destination', async () => {
    policy = { ...parsed, chains: [origin] };
    expect(await sign({ on: origin, nonce: 0 })).toMatchObject({ kind: 'signed' });
  });

  test('is not signed when its payout was signed, mined and forgotten while the signer read the chains', async () => {
    let isDone = false;
    beforeAnswer = (method) => {
      if (method !== 'eth_call' || isDone) return;
      isDone = true;
      const call = { chainId: destination.id, nonce: 0, vault: destination.vault, callHash: pad('0x1'), ids: [id] };
      const { generation } = paymentLog;
      void paymentLog.record(call, { settled: [], generation: generation() });
      void paymentLog.forgetBelow({ chainId: destination.id, nonce: 1 });
    };
    expect(await sign({ on: origin, nonce: 0 })).toMatchObject(unverified(/at the same moment/));
  });
});

test('a payment or a cancel is signed at one of the next nonces only', async () => {
  expect(await sign({ on: destination, nonce: 65 })).toMatchObject(unverified(/nonce 65 is far beyond/));
  expect(await sign({ on: destination, nonce: 64 })).toMatchObject({ kind: 'signed' });
  at(destination).nonceBlocks.push(5n);
  expect(await sign({ on: destination, nonce: 65 })).toMatchObject({ kind: 'signed' });
  const cancel = cancelCall(policy.hotWallet);
  expect(await sign({ on: destination, nonce: 67, call: cancel })).toMatchObject(unverified(/nonce 67 is far beyond/));
  expect(await sign({ on: destination, nonce: 66, call: cancel })).toMatchObject(unverified(/nonce 66 is far beyond/));
  expect(await sign({ on: destination, nonce: 65, call: cancel })).toMatchObject({ kind: 'signed' });
});
