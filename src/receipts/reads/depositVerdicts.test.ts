import type { Hash } from 'viem';
import { encodeFunctionData, zeroAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readReceipt } from '#client/readReceipt.ts';
import type { Receipt } from '#client/receipt.ts';
import { codes } from '#shared/wire/codes.ts';
import type { Details } from '#shared/wire/details.ts';
import { NO_DETAILS } from '#shared/wire/details.ts';
import type { DeskChains } from '../../../tools/lab/chains/deskChains.ts';
import { NORTHSHORE_ID, startDeskChains } from '../../../tools/lab/chains/deskChains.ts';
import { compileSafe, safeAbi } from '../../../tools/lab/chains/safeContract.ts';
import { createDeskReader, NO_MEMORY } from '../../../tools/lab/web/deskReader.ts';
import { hashOf } from '../../../tools/lab/web/fakeWallet.ts';
import { NO_RECEIPT_ADDITIONS } from '../../../tools/lab/web/fixtures.ts';
import type { Lookup } from '../model/judge.ts';

let chains: DeskChains;
let look: ReturnType<typeof createDeskReader>;

beforeAll(async () => {
  chains = await startDeskChains(47_002);
  look = createDeskReader(chains.config);
});
afterAll(() => chains.stop());

const inProgress = (details: Partial<Details>): Receipt =>
  readReceipt({ ok: false, code: codes.receiptInProgress, message: '', details: { ...NO_DETAILS, ...details } });
const failed = (details: Partial<Details>): Receipt =>
  readReceipt({ ok: false, code: codes.transferFailed, message: '', details: { ...NO_DETAILS, ...details } });
const unknown: Receipt = { kind: 'unknown' };

const usdc = (side: 'northshore' | 'southshore') => chains[side].token('USDC');

function delivered(payoutHash: Hash, received: bigint, sent = 100_000_000n): Receipt {
  const data = {
    ...NO_RECEIPT_ADDITIONS,
    ...{ originChainName: 'Northshore', originToken: usdc('northshore'), tokenName: 'USDC', payoutHash },
    ...{ destinationChainName: 'Southshore', destinationToken: usdc('southshore') },
    ...{ received: { amount: received, decimals: 6 }, sent: { amount: sent, decimals: 6 } },
  };
  return readReceipt({ ok: true, data });
}

function idIn({ deposits }: Lookup, index = 0): Hash {
  const id = deposits[index]?.evidence.deposit.id;
  if (!id) throw new Error('the transaction has no deposit');
  return id;
}

/** Pays a deposit of the user on its destination, or back on its origin. */
async function payOut(found: Lookup, amount: bigint, index = 0): Promise<Hash> {
  const payment = { id: idIn(found, index), to: chains.user.address, token: usdc('southshore'), amount };
  return chains.pay('southshore', payment);
}
async function refund(found: Lookup, amount: bigint, index = 0): Promise<Hash> {
  const payment = { id: idIn(found, index), to: chains.user.address, token: usdc('northshore'), amount };
  const hash = await chains.pay('northshore', payment);
  await chains.chain.mine(5);
  return hash;
}

describe('a mined deposit', () => {
  it('is delivered if both chains show it, with amounts, times and fees', async () => {
    const hash = await chains.deposit();
    const payoutHash = await payOut(await look(hash), 99_900_000n);
    const found = await look(hash, { receipts: [delivered(payoutHash, 99_900_000n)] });
    expect(found).toMatchObject({
      verdicts: [{ kind: 'delivered', received: 99_900_000n }],
      confidence: { kind: 'verified', chainNames: ['Northshore', 'Southshore'] },
      money: 'recipient',
    });
    const [deposit] = found.deposits;
    expect(deposit).toMatchObject({ payoutHash, refundHash: null, received: { amount: 99_900_000n, decimals: 6 } });
    expect(deposit?.journey).toMatchObject({ sent: { amount: 100_000_000n }, sender: chains.user.address });
    expect(deposit?.seconds).toBeGreaterThan(0);
    expect(deposit?.evidence.networkFee).toBeGreaterThan(0n);
    expect(deposit?.evidence.confirmations).toBeGreaterThan(1);
  });

  it('is over only once no reorg can remove its blocks', async () => {
    const hash = await chains.deposit();
    await payOut(await look(hash), 99_900_000n);
    expect(await look(hash)).toMatchObject({ verdicts: [{ kind: 'delivered' }], isOver: false });
    await chains.chain.mine(4);
    expect(await look(hash)).toMatchObject({ verdicts: [{ kind: 'delivered' }], isOver: true });
  });

  it('is delivered even if the service is silent or does not know it', async () => {
    const hash = await chains.deposit();
    const payoutHash = await payOut(await look(hash), 99_900_000n);
    for (const receipts of ['silent', [unknown]] as const) {
      const found = await look(hash, { receipts });
      expect(found).toMatchObject({ verdicts: [{ kind: 'delivered' }], confidence: { kind: 'verified' } });
      expect(found.deposits[0]?.payoutHash).toBe(payoutHash);
    }
  });

  it('is delivered, but with an amount that differs from the receipt', async () => {
    const hash = await chains.deposit();
    const payoutHash = await payOut(await look(hash), 90_000_000n);
    expect(await look(hash, { receipts: [delivered(payoutHash, 99_900_000n)] })).toMatchObject({
      verdicts: [{ kind: 'deliveredOtherAmount', received: 90_000_000n, stated: 99_900_000n }],
      money: 'recipient',
    });
  });

  it('is not delivered if only the service says so', async () => {
    const hash = await chains.deposit();
    const receipts = [delivered(hashOf('9'), 99_900_000n)];
    const found = await look(hash, { receipts });
    expect(found).toMatchObject({
      verdicts: [{ kind: 'verifyingPayout' }],
      confidence: { kind: 'depositVerified', chainNames: ['Northshore'], reported: 'sent' },
    });
    expect(found.money).toBe('unknown');
    chains.southshore.setFault(() => ({ error: { code: -32_000, message: 'no backend' } }));
    expect(await look(hash, { receipts })).toMatchObject({
      ...{
        verdicts: [{ kind: 'verifyingPayout', gap: { code: 'noAnswer' } }],
        confidence: { kind: 'depositVerified' },
      },
      money: 'unknown',
    });
    chains.southshore.setFault(null);
  });

  it('is refunded because its amount is out of range', async () => {
    const hash = await chains.deposit({ amount: 500_000n });
    const refundHash = await refund(await look(hash), 400_000n);
    const receipt = failed({ step: 'refunded', reason: 'amount_out_of_range', refundHash });
    const found = await look(hash, { receipts: [receipt] });
    expect(found).toMatchObject({ verdicts: [{ kind: 'refunded', refunded: 400_000n }], money: 'sender' });
    expect(found.deposits[0]).toMatchObject({ refundHash, received: { amount: 400_000n, decimals: 6 } });
    expect((await look(hash)).verdicts).toMatchObject([{ kind: 'refunded', refunded: 400_000n }]);
  });

  it.each([
    ['held', { step: 'held', reason: 'operator_review' }],
    ['waitingForFunds', { step: 'waiting_for_funds', reason: 'funds_short' }],
    ['paused', { step: 'paused', reason: 'paused' }],
    ['inProgress', { step: 'confirming', confirmations: 1, confirmationsNeeded: 3 }],
    ['refunding', { step: 'refunding', reason: 'amount_out_of_range' }],
  ] as const)('is %s by the word of the service, and its money is in the vault', async (kind, details) => {
    const hash = await chains.deposit();
    const found = await look(hash, { receipts: [inProgress(details)] });
    expect(found).toMatchObject({ verdicts: [{ kind }], money: 'bridge' });
    expect(found.confidence).toEqual({ kind: 'depositVerified', chainNames: ['Northshore'], reported: details.step });
  });

  it('for its own chain is refunded there, never delivered, whatever the service says', async () => {
    const hash = await chains.deposit({ destination: BigInt(NORTHSHORE_ID) });
    const refundHash = await refund(await look(hash), 99_990_000n);
    const refunding = failed({ step: 'refunding', reason: 'destination_unknown' });
    for (const receipts of [[refunding], [delivered(refundHash, 99_990_000n)], 'silent'] as const) {
      const found = await look(hash, { receipts });
      expect(found).toMatchObject({ verdicts: [{ kind: 'refunded', refunded: 99_990_000n }], money: 'sender' });
    }
  });

  it('for a chain that is not configured is not called in progress', async () => {
    const found = await look(await chains.deposit({ destination: 999n }));
    expect(found).toMatchObject({
      verdicts: [{ kind: 'unknownRoute' }],
      confidence: { kind: 'verified' },
      money: 'unknown',
    });
    expect(found.deposits[0]?.journey).toMatchObject({ destinationName: null, destinationId: 999n });
  });

  it('far below every minimum is dust: it stays in the vault, and the service does not store it', async () => {
    const hash = await chains.deposit({ amount: 500n });
    expect(await look(hash)).toMatchObject({ verdicts: [{ kind: 'dustKept' }], money: 'bridge' });
    expect((await look(hash, { receipts: [inProgress({ step: 'confirming' })] })).verdicts[0].kind).toBe('inProgress');
  });

  it('is in the vault if the service says nothing', async () => {
    const hash = await chains.deposit();
    expect(await look(hash, { receipts: 'silent' })).toMatchObject({
      ...{ verdicts: [{ kind: 'serviceSilent' }], confidence: { kind: 'partial', isServiceSilent: true } },
      money: 'bridge',
    });
  });

  it("whose receiver is another chain's vault was meant for that chain", async () => {
    const hash = await chains.deposit({ maker: chains.southshore.deployment.vault });
    expect(await look(hash)).toMatchObject({
      verdicts: [{ kind: 'wrongChain', chainName: 'Northshore', meantFor: 'Southshore' }],
      money: 'elsewhere',
    });
  });

  it('whose receiver is not a vault went to a wrong contract', async () => {
    const maker = '0x00000000000000000000000000000000000ea5e0';
    const hash = await chains.deposit({ maker });
    expect(await look(hash)).toMatchObject({ verdicts: [{ kind: 'wrongContract' }], money: 'elsewhere' });
  });
});

describe('several deposits', () => {
  /** Executes calls from a contract that logs a hash, as a Safe does. */
  async function execute(hash: Hash, calls: readonly ReturnType<DeskChains['depositCall']>[]) {
    const { chain, user } = chains;
    const created = await chains.send(user, { data: compileSafe() });
    const { contractAddress: safe } = await chain.client.getTransactionReceipt({ hash: created });
    if (!safe) throw new Error('the Safe was not deployed');
    await chain.client.setBalance({ address: safe, value: 10n ** 19n });
    const args = [
      hash,
      calls.map(({ to }) => to),
      calls.map(({ value }) => value),
      calls.map(({ data }) => data),
    ] as const;
    const data = encodeFunctionData({ abi: safeAbi, functionName: 'execute', args });
    return { safe, transaction: await chains.send(user, { to: safe, data }) };
  }
  const native = (amount: bigint) => chains.depositCall({ token: 'ETH', amount });

  it('of one transaction each have their own outcome', async () => {
    const { transaction } = await execute(hashOf('5'), [native(10n ** 18n), native(2n * 10n ** 18n)]);
    const seen = await look(transaction);
    const payment = { to: chains.user.address, token: zeroAddress, amount: 9n * 10n ** 17n };
    await chains.pay('southshore', { ...payment, id: idIn(seen, 0) });
    const receipts = [unknown, inProgress({ step: 'held', reason: 'operator_review' })];
    const found = await look(transaction, { receipts });
    expect(found).toMatchObject({
      verdicts: [{ kind: 'delivered' }, { kind: 'held' }],
      money: 'unknown',
    });
    expect(found.deposits.map(({ money }) => money)).toEqual(['recipient', 'bridge']);
  });

  it('of a Safe are found by the hash that its owners signed', async () => {
    const signed = hashOf('6');
    const { safe, transaction } = await execute(signed, [native(10n ** 18n)]);
    const found = await look(signed, { memory: { ...NO_MEMORY, addresses: [safe] } });
    expect(found).toMatchObject({
      verdicts: [{ kind: 'inProgress' }],
      via: 'safe',
      evidence: { trace: { transaction } },
      money: 'bridge',
    });
    expect((await look(signed)).verdicts[0].kind).toBe('notFound');
  });
});

describe('a deposit with gas on arrival', () => {
  const GAS = 10n ** 16n;
  const deposit = () => chains.deposit({ target: `${chains.user.address}+gas:${GAS}` });
  const payWith = (found: Lookup, gas: bigint) =>
    chains.pay('southshore', {
      ...{ id: idIn(found), to: chains.user.address, token: usdc('southshore'), amount: 99_900_000n, gas },
    });

  it('is delivered if the payout brings it, and the payout leads back to one deposit', async () => {
    const hash = await deposit();
    const payoutHash = await payWith(await look(hash), GAS);
    for (const [looked, via] of [
      [hash, null],
      [payoutHash, 'payout'],
    ] as const) {
      const found = await look(looked);
      expect(found).toMatchObject({ via, verdicts: [{ kind: 'delivered' }], confidence: { kind: 'verified' } });
      expect(found.deposits).toHaveLength(1);
      expect(found.deposits[0]).toMatchObject({
        journey: { recipient: chains.user.address },
        received: { amount: 99_900_000n },
        evidence: { payout: { kind: 'proven', gasReceived: GAS } },
      });
    }
  });

  it.each([0n, GAS - 1n])('is not delivered if the payout brings %s wei', async (gas) => {
    const hash = await deposit();
    await payWith(await look(hash), gas);
    expect((await look(hash)).verdicts).toMatchObject([
      { kind: 'payoutDiffers', shortfalls: [{ field: 'gas', expected: `${GAS}`, actual: `${gas}` }] },
    ]);
  });
});

describe('the hash of a payment', () => {
  it('of a payout leads back to its deposit', async () => {
    const deposited = await chains.deposit();
    const hash = await payOut(await look(deposited), 99_900_000n);
    const found = await look(hash);
    expect(found).toMatchObject({ verdicts: [{ kind: 'delivered' }], via: 'payout' });
    expect(found.deposits[0]?.evidence.deposit.transactionHash).toBe(deposited);
  });

  it('of a refund leads back to its deposit', async () => {
    const deposited = await chains.deposit();
    const hash = await refund(await look(deposited), 99_000_000n);
    const found = await look(hash);
    expect(found).toMatchObject({ verdicts: [{ kind: 'refunded' }], via: 'refund', money: 'sender' });
    expect(found.deposits[0]?.evidence.chain.id).toBe(NORTHSHORE_ID);
  });

  it('says so if no chain has its deposit', async () => {
    const payment = { to: chains.user.address, token: usdc('southshore'), amount: 1n };
    const hash = await chains.pay('southshore', { ...payment, id: hashOf('7') });
    expect(await look(hash)).toMatchObject({
      ...{ verdicts: [{ kind: 'payment', chainName: 'Southshore' }], confidence: { kind: 'partial' } },
      money: 'unknown',
    });
  });
});

describe('several endpoints of a chain', () => {
  it('that contradict each other lead to no verdict on the deposit', async () => {
    const hash = await chains.deposit();
    const [northshore, southshore] = chains.config.chains;
    if (!northshore || !southshore) throw new Error('there are two chains');
    const rpcUrls = [...northshore.rpcUrls, chains.chain.rpcUrl];
    const lookTwice = createDeskReader({ ...chains.config, chains: [{ ...northshore, rpcUrls }, southshore] });
    expect((await lookTwice(hash)).confidence).toMatchObject({ kind: 'verified' });
    chains.northshore.setFault(({ method }) =>
      method === 'eth_getTransactionReceipt' ? { change: (result) => result && { ...result, logs: [] } } : undefined,
    );
    expect(await lookTwice(hash)).toMatchObject({ verdicts: [{ kind: 'endpointsDisagree' }], money: 'unknown' });
    chains.northshore.setFault(() => ({ error: { code: -32_000, message: 'no backend' } }));
    expect(await lookTwice(hash)).toMatchObject({
      ...{ verdicts: [{ kind: 'inProgress' }], confidence: { kind: 'partial', chainNames: ['Northshore'] } },
    });
    chains.northshore.setFault(null);
  });
});
