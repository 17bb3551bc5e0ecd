import type { Address, Hash, PrivateKeyAccount } from 'viem';
import { parseEther, parseGwei } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { encodeTarget } from '#shared/gasDrop.ts';
import { transferId } from '#shared/transferId.ts';
import type { DepositOrder, TestBridge } from '../../../tools/lab/chains/testBridge.ts';
import { createTestBridge } from '../../../tools/lab/chains/testBridge.ts';
import type { Endpoint } from '../../../tools/lab/endpoints/endpoint.ts';
import { startEndpoint } from '../../../tools/lab/endpoints/endpoint.ts';
import { on } from '../../../tools/lab/endpoints/faults.ts';
import { createLogger } from '../../boot/log.ts';
import type { Call, Payment } from '../../payments/model/payment.ts';
import { cancelCall, payBatchCall, payCall } from '../../payments/model/payment.ts';
import type { DepositReference } from '../client/signer.ts';
import { createKeySigner } from '../client/signer.ts';
import { createPaymentLog, MEMORY_ONLY } from './paymentLog.ts';
import { parsePolicy } from './policyFile.ts';
import { connectProviders } from './providers.ts';
import type { SigningContext } from './signVerified.ts';
import { signVerified } from './signVerified.ts';

const AMOUNT = 20_000_000n;
const MINIMUM_FEE = 100_000n;
const [GAS_DROP, MAX_GAS_DROP] = [parseEther('0.002'), parseEther('0.01')];

let bridge: TestBridge;
/** The origin chain's second provider. The first one is always honest. */
let second: Endpoint;
let context: SigningContext;
let nonces: Map<number, number>;

beforeAll(async () => {
  bridge = await createTestBridge(52_900);
  second = await startEndpoint(bridge.origin.chain.rpcUrl);
});
afterAll(async () => {
  await second?.stop();
  await bridge?.stop();
});

beforeEach(async () => {
  second.answer(null);
  const file = bridge.configFile();
  file.chains[0]?.rpcUrls.push(second.url);
  Object.assign(file.chains[0] ?? {}, { quorum: 2 });
  const policy = parsePolicy(JSON.stringify(file));
  context = {
    ...{ policy, logger: createLogger('silent'), paymentLog: createPaymentLog(MEMORY_ONLY) },
    signer: createKeySigner(bridge.hotWalletKey),
    providers: new Map(policy.chains.map((chain) => [chain.id, connectProviders(chain, policy.hotWallet)])),
  };
  nonces = new Map();
  for (const { chain } of [bridge.origin, bridge.destination]) {
    nonces.set(chain.id, await chain.client.getTransactionCount({ address: bridge.hotWallet.address }));
  }
});

type Deposited = {
  readonly user: PrivateKeyAccount;
  /** By default the user. */
  readonly recipient?: Address;
  readonly reference: DepositReference;
  readonly id: Hash;
};

async function deposit(order: Partial<DepositOrder> = {}, blocks = 2): Promise<Deposited> {
  const user = await bridge.createUser();
  const transactionHash = await bridge.deposit(user, { token: 'USDC', amount: AMOUNT, ...order });
  await bridge.origin.chain.mine(blocks);
  const reference = { chainId: bridge.origin.chain.id, transactionHash, ordinal: 0 };
  return { user, reference, id: transferId({ ...reference, contract: bridge.origin.deployment.depositContract }) };
}

const payout = ({ id, user }: Deposited, change: Partial<Payment> = {}): Payment => ({
  ...{ id, token: bridge.destination.token('USDC'), to: user.address, amount: AMOUNT - MINIMUM_FEE, gasDrop: 0n },
  ...change,
});
const refund = ({ id, user }: Deposited, change: Partial<Payment> = {}): Payment => ({
  ...{ id, token: bridge.origin.token('USDC'), to: user.address, amount: AMOUNT, gasDrop: 0n },
  ...change,
});

type Ask = {
  readonly on?: 'origin' | 'destination';
  readonly call: Call;
  readonly nonce?: number | undefined;
  readonly maxFee?: bigint;
};

function sign(
  { on = 'destination', call, nonce, maxFee = parseGwei('5') }: Ask,
  deposits: readonly DepositReference[],
) {
  const chainId = bridge[on].chain.id;
  const next = nonces.get(chainId) ?? 0;
  if (nonce === undefined) nonces.set(chainId, next + 1);
  const fees = { maxFee, tip: parseGwei('1') };
  return signVerified(context, {
    transaction: { chainId, nonce: nonce ?? next, call, gasLimit: 300_000n, fees },
    deposits,
  });
}

function pay(on: 'origin' | 'destination', payment: Payment, references: readonly DepositReference[]) {
  return sign({ on, call: payCall(bridge[on].deployment.vault, payment) }, references);
}

/** The receipt as the node sends it, before a client parses it. */
async function readRawReceipt(hash: Hash): Promise<object> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getTransactionReceipt', params: [hash] });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(bridge.origin.chain.rpcUrl, { method: 'POST', headers, body });
  const answer: { readonly result: object } = await response.json();
  return answer.result;
}

const refused = (reason: RegExp) => ({ kind: 'refused', reason: expect.stringMatching(reason) });
const unverified = (reason: RegExp, isOutage = false) => ({
  ...{ kind: 'unverified', isOutage },
  reason: expect.stringMatching(reason),
});

describe('a thief with the whole worker who asks the signer', () => {
  test('is signed exactly the payment that the deposit gives', async () => {
    const made = await deposit();
    expect(await pay('destination', payout(made), [made.reference])).toMatchObject({ kind: 'signed' });
  });

  test.each<readonly [RegExp, (made: Deposited, other: Deposited) => Payment]>([
    [/is not the deposit's, 0x/, (made, other) => payout(made, { to: other.user.address })],
    [/exceeds 19900000, the deposit less the minimum fee/, (made) => payout(made, { amount: AMOUNT })],
    [/exceeds 19900000/, (made) => payout(made, { amount: 9_999_000_000n })],
    [/is not the deposited token/, (made) => payout(made, { token: bridge.destination.token('WBTC') })],
    [/is not the deposited token/, (made) => payout(made, { token: bridge.destination.token('ETH') })],
    [/is not the deposit's id/, (made, other) => payout(made, { id: other.id })],
    [/is not the deposit's id/, (made) => payout(made, { id: `0x${'77'.repeat(32)}` })],
  ])('is refused another payout: %s', async (reason, change) => {
    const [made, other] = [await deposit(), await deposit()];
    expect(await pay('destination', change(made, other), [made.reference])).toMatchObject(refused(reason));
  });

  test('is refused a payment without its deposit, with another deposit, or with one for another vault', async () => {
    const made = await deposit();
    const foreign = await deposit({ maker: made.user.address });
    expect(await pay('destination', payout(made), [])).toMatchObject(refused(/names 0 deposits for 1 payments/));
    expect(await pay('destination', payout(foreign), [foreign.reference])).toMatchObject(refused(/has no deposit 0/));
    const later = { ...made.reference, ordinal: 1 };
    expect(await pay('destination', payout(made), [later])).toMatchObject(refused(/has no deposit 1/));
    const nowhere = { ...made.reference, chainId: 5 };
    expect(await pay('destination', payout(made), [nowhere])).toMatchObject(refused(/chain 5 is not in the policy/));
    const absent = { ...made.reference, transactionHash: `0x${'99'.repeat(32)}` } as const;
    expect(await pay('destination', payout(made), [absent])).toMatchObject(
      unverified(/do not have|agree on eth_getTransactionReceipt/),
    );
  });

  test('is refused a batch if one of its payments is not due', async () => {
    const [made, other] = [await deposit(), await deposit()];
    const { vault } = bridge.destination.deployment;
    const call = payBatchCall(vault, [payout(made), payout(other, { to: made.user.address })]);
    expect(await sign({ call }, [made.reference, other.reference])).toMatchObject(refused(/is not the deposit's, 0x/));
  });

  test('is refused a refund to another account, of more than the deposit, or of a dearer native token', async () => {
    const [made, other] = [await deposit(), await deposit()];
    const stolen = refund(made, { to: other.user.address });
    expect(await pay('origin', stolen, [made.reference])).toMatchObject(refused(/is not the depositor/));
    const more = refund(made, { amount: AMOUNT + 1n });
    expect(await pay('origin', more, [made.reference])).toMatchObject(refused(/exceeds the deposit/));
    const native = await deposit({ token: 'ETH', amount: parseEther('0.1'), destination: 5n });
    const elsewhere = refund(native, { token: bridge.destination.token('ETH'), amount: parseEther('0.1') });
    expect(await pay('destination', elsewhere, [native.reference])).toMatchObject(refused(/no route|is for chain 5/));
  });

  test('is signed no refund of a payout that can still be mined, and one only after another transaction took its nonce', async () => {
    const { chain } = bridge.destination;
    const made = await deposit();
    const nonce = nonces.get(chain.id);
    expect(await pay('destination', payout(made), [made.reference])).toMatchObject({ kind: 'signed' });
    expect(await pay('origin', refund(made), [made.reference])).toMatchObject(unverified(/can still take effect/));
    const cancel = await sign({ call: cancelCall(bridge.hotWallet.address), nonce, maxFee: parseGwei('9') }, []);
    if (cancel.kind !== 'signed') throw new Error('a cancel needs no deposit');
    await chain.client.sendRawTransaction({ serializedTransaction: cancel.raw });
    expect(await pay('origin', refund(made), [made.reference])).toMatchObject(unverified(/can still take effect/));
    await chain.mine(2);
    expect(await pay('origin', refund(made), [made.reference])).toMatchObject({ kind: 'signed' });
  });

  test('is signed no refund of a payout that was made, even if the signer has lost its memory', async () => {
    const { chain } = bridge.destination;
    const made = await deposit();
    const signed = await pay('destination', payout(made), [made.reference]);
    if (signed.kind !== 'signed') throw new Error('the payout is due');
    await chain.client.sendRawTransaction({ serializedTransaction: signed.raw });
    await chain.mine(2);
    context = { ...context, paymentLog: createPaymentLog(MEMORY_ONLY) };
    expect(await pay('origin', refund(made), [made.reference])).toMatchObject(refused(/Southshore has already paid/));
  });

  describe('with a depositor who asks for a gas drop', () => {
    // Half of the price of the native token, 3000 USDC.
    const floorOf = (gasDrop: bigint) => (gasDrop * 1_500_000_000n) / parseEther('1');
    const largest = (gasDrop: bigint) => AMOUNT - MINIMUM_FEE - floorOf(gasDrop);
    const askingFor = async (gasDrop: bigint): Promise<Deposited> => {
      const { address: recipient } = await bridge.createUser();
      return { ...(await deposit({ target: encodeTarget({ recipient, gasDrop }) })), recipient };
    };
    const payoutTo = (made: Deposited, gasDrop: bigint, change: Partial<Payment> = {}) =>
      payout(made, { to: made.recipient ?? made.user.address, gasDrop, amount: largest(gasDrop), ...change });
    const ask = (made: Deposited, gasDrop: bigint, change: Partial<Payment> = {}) =>
      pay('destination', payoutTo(made, gasDrop, change), [made.reference]);

    test.each([GAS_DROP, MAX_GAS_DROP])(
      'is signed %s wei and a payout for the deposit less their floor',
      async (gasDrop) => {
        const made = await askingFor(gasDrop);
        const more = await ask(made, gasDrop, { amount: largest(gasDrop) + 1n });
        expect(more).toMatchObject(refused(new RegExp(`exceeds ${largest(gasDrop)}, the deposit less`)));
        expect(await ask(made, gasDrop, { amount: AMOUNT - MINIMUM_FEE })).toMatchObject(refused(/the deposit less/));
        expect(await ask(made, gasDrop)).toMatchObject({ kind: 'signed' });
      },
    );

    test('is refused another gas drop than the deposit names, and one that it does not name', async () => {
      const [made, plain] = [await askingFor(GAS_DROP), await deposit()];
      for (const other of [0n, GAS_DROP - 1n, GAS_DROP + 1n, MAX_GAS_DROP]) {
        expect(await ask(made, other)).toMatchObject(refused(/wei is not the deposit's, 2000000000000000 wei/));
      }
      expect(await ask(plain, GAS_DROP)).toMatchObject(refused(/is not the deposit's, 0 wei/));
    });

    test('is refused more than the maximum, and any gas drop of a native payout or a refund', async () => {
      const large = await askingFor(MAX_GAS_DROP + 1n);
      expect(await ask(large, MAX_GAS_DROP + 1n, { amount: 1n })).toMatchObject(refused(/exceeds the most of/));
      expect(await ask(large, MAX_GAS_DROP, { amount: 1n })).toMatchObject(refused(/asks for 0\.01\d+ native tokens/));
      const made = await askingFor(GAS_DROP);
      const native = { token: bridge.destination.token('ETH'), amount: 1n };
      expect(await ask(made, GAS_DROP, native)).toMatchObject(refused(/exceeds the most of 0 wei/));
      const paidBack = refund(made, { gasDrop: GAS_DROP });
      expect(await pay('origin', paidBack, [made.reference])).toMatchObject(refused(/a refund has no gas drop/));
    });

    test('is signed nothing else once the payout and its gas drop are', async () => {
      const made = await askingFor(GAS_DROP);
      expect(await ask(made, GAS_DROP)).toMatchObject({ kind: 'signed' });
      expect(await pay('origin', refund(made), [made.reference])).toMatchObject(unverified(/can still take effect/));
    });
  });

  test('is signed a payout or a refund when it asks for both at the same time, never both', async () => {
    const made = await deposit();
    const results = await Promise.all([
      pay('destination', payout(made), [made.reference]),
      pay('origin', refund(made), [made.reference]),
    ]);
    expect(results.filter(({ kind }) => kind === 'signed')).toHaveLength(1);
  });
});

describe('the signer', () => {
  test('waits for the confirmations that its policy requires', async () => {
    const made = await deposit({}, 0);
    expect(await pay('destination', payout(made), [made.reference])).toMatchObject(
      unverified(/has 1 of 2 confirmations/),
    );
    await bridge.origin.chain.mine(1);
    expect(await pay('destination', payout(made), [made.reference])).toMatchObject({ kind: 'signed' });
  });

  test('signs higher fees for the same call after a reorg removed the deposit, and no other call at that nonce', async () => {
    const made = await deposit();
    const nonce = nonces.get(bridge.destination.chain.id);
    const { vault } = bridge.destination.deployment;
    const call = payCall(vault, payout(made));
    expect(await sign({ call, nonce }, [made.reference])).toMatchObject({ kind: 'signed' });
    await bridge.origin.chain.reorganise(3);
    expect(await sign({ call, nonce, maxFee: parseGwei('9') }, [])).toMatchObject({ kind: 'signed' });
    const less = payCall(vault, payout(made, { amount: 1n }));
    expect(await sign({ call: less, nonce }, [made.reference])).toMatchObject(
      unverified(/do not have|agree on eth_getTransactionReceipt/),
    );
  });

  test('signs nothing because of a single provider', async () => {
    const made = await deposit();
    second.answer(on('eth_getTransactionReceipt', { result: null }));
    expect(await pay('destination', payout(made), [made.reference])).toMatchObject(
      unverified(/do not have|agree on eth_getTransactionReceipt/),
    );
    const without = { ...(await readRawReceipt(made.reference.transactionHash)), logs: [] };
    second.answer(on('eth_getTransactionReceipt', { result: without }));
    expect(await pay('destination', payout(made), [made.reference])).toMatchObject(
      unverified(/1 of 2 providers of Northshore agree on eth_getTransactionReceipt/),
    );
    second.answer(() => ({ error: { code: -32000, message: 'down' } }));
    expect(await pay('destination', payout(made), [made.reference])).toMatchObject(
      unverified(/of 2 providers of Northshore .* 1 failed/, true),
    );
    second.answer(null);
    expect(await pay('destination', payout(made), [made.reference])).toMatchObject({ kind: 'signed' });
  });
});
