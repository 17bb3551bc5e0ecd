import { isDeepStrictEqual } from 'node:util';
import type { Address, Hash, Log, TransactionReceipt } from 'viem';
import { describe, expect, it } from 'vitest';
import type { Proof } from '#client/proof.ts';
import { transferId } from '#shared/transferId.ts';
import { encodeSuccess, MalformedAnswer, readEnvelope } from '#shared/wire/envelope.ts';
import type { Receipt } from '#shared/wire/receipt.ts';
import { encodeReceipt, receiptWire } from '#shared/wire/receipt.ts';
import { createProofReads } from '../../src/chain/proofReads.ts';
import type { TransferTerms } from '../../src/domain/transferTerms.ts';
import { depositLog, movedLog, paidLog } from './chainLogs.ts';
import { ACCOUNT, NO_RECEIPT_ADDITIONS, OTHER_ACCOUNT, registry, routeFor, terms, VAULT } from './fixtures.ts';
import type { Json, Mutation } from './mutations.ts';
import { applyMutations, pairsOf } from './mutations.ts';
import { mutateReceipt } from './receiptMutations.ts';

const { origin, destination, originToken, destinationToken } = routeFor('USDC');
const hashOf = (digit: string): Hash => `0x${digit.repeat(64)}`;
const DEPOSIT = hashOf('d');
const PAYOUT = hashOf('e');
const SENT = 100_050_000n;
const PAID = 99_900_000n;
const id = transferId({ chainId: origin.id, contract: origin.depositContract, transactionHash: DEPOSIT, ordinal: 0 });

type Payment = { readonly id?: Hash; readonly to?: Address; readonly amount?: bigint; readonly contract?: Address };

/** The logs of a payment: the token's Transfer and the vault's Paid. */
function paymentLogs(hash: Hash, payment: Payment): Log[] {
  const { to, amount, contract } = { to: OTHER_ACCOUNT, amount: PAID, contract: destination.vault, ...payment };
  const token = destinationToken.address;
  const paid = paidLog(hash, { contract, id: payment.id ?? id, to, token, amount });
  const moved = movedLog(hash, { token, to, amount });
  return [moved, paid];
}

/** Other transactions of the destination chain that a hostile service could name. */
const OTHER_PAYOUTS: Readonly<Record<string, readonly [hash: Hash, logs: Log[], status: 'success' | 'reverted']>> = {
  'that paid another recipient': [hashOf('1'), paymentLogs(hashOf('1'), { to: ACCOUNT }), 'success'],
  'that paid another transfer': [hashOf('2'), paymentLogs(hashOf('2'), { id: hashOf('9') }), 'success'],
  'that paid less': [hashOf('3'), paymentLogs(hashOf('3'), { amount: PAID - 1n }), 'success'],
  'of an unknown vault': [hashOf('4'), paymentLogs(hashOf('4'), { contract: ACCOUNT }), 'success'],
  'that moved the token without a payment': [hashOf('5'), paymentLogs(hashOf('5'), {}).slice(0, 1), 'success'],
  'that logs a payment and moves no token': [hashOf('6'), paymentLogs(hashOf('6'), {}).slice(1), 'success'],
  'that did nothing': [hashOf('7'), [], 'success'],
  'that failed': [hashOf('8'), paymentLogs(hashOf('8'), {}), 'reverted'],
};

const promised: TransferTerms = {
  ...terms,
  send: SENT,
  receive: PAID,
  origin: { chainId: origin.id, chainName: origin.name, token: originToken.address, decimals: 6 },
  destination: { chainId: destination.id, chainName: destination.name, token: destinationToken.address, decimals: 6 },
};

const chain = new Map<string, Pick<TransactionReceipt, 'status' | 'logs'>>([
  [`${origin.id} ${DEPOSIT}`, { status: 'success', logs: [depositLog(promised, DEPOSIT)] as never }],
  [`${destination.id} ${PAYOUT}`, { status: 'success', logs: paymentLogs(PAYOUT, {}) as never }],
  ...Object.values(OTHER_PAYOUTS).map(
    ([hash, logs, status]) => [`${destination.id} ${hash}`, { status, logs: logs as never }] as const,
  ),
]);

const reads = createProofReads(
  { receiptOn: async (chainId, hash) => (chain.get(`${chainId} ${hash}`) as TransactionReceipt | undefined) ?? null },
  registry,
);

const honest: Receipt = {
  originChainName: origin.name,
  originToken: originToken.address,
  payoutHash: PAYOUT,
  destinationChainName: destination.name,
  destinationToken: destinationToken.address,
  tokenName: 'USDC',
  received: { amount: PAID, decimals: destinationToken.decimals },
  sent: { amount: SENT, decimals: originToken.decimals },
  ...NO_RECEIPT_ADDITIONS,
};
// A shared link carries no promised amount, so a receipt that states the smaller payment is true as well.
const TRUTHS: readonly Receipt[] = [
  honest,
  { ...honest, payoutHash: hashOf('3'), received: { ...honest.received, amount: PAID - 1n } },
];
const answer: Json = JSON.parse(JSON.stringify(encodeSuccess(encodeReceipt(honest))));
const mutations = mutateReceipt(answer, {
  attacker: `0x${'a11ce'.repeat(8)}`,
  otherChainName: 'Southshore',
  otherTokenName: 'WBTC',
  otherToken: VAULT,
  otherPayouts: Object.fromEntries(Object.entries(OTHER_PAYOUTS).map(([what, [hash]]) => [what, hash])),
});

type Verdict = 'malformed' | 'refused' | Proof['kind'];

function readReceipt(body: Json): Receipt | 'malformed' | 'refused' {
  try {
    const read = readEnvelope(receiptWire, body);
    return read.ok ? read.data : 'refused';
  } catch (error) {
    if (error instanceof MalformedAnswer) return 'malformed';
    throw error;
  }
}

/** Verifies a receipt as the page of a shared link does. `fault` is set for a proven receipt that is not true. */
async function judge(body: Json): Promise<{ readonly verdict: Verdict; readonly fault: string | null }> {
  const receipt = readReceipt(body);
  if (receipt === 'malformed' || receipt === 'refused') return { verdict: receipt, fault: null };
  const proof = await reads.proveReceipt(DEPOSIT, receipt);
  if (proof.kind !== 'proven') return { verdict: proof.kind, fault: null };
  // The page shows the received amount from the chain and everything else from the receipt.
  const shown = { ...receipt, received: { ...receipt.received, amount: proof.received } };
  const isTrue = TRUTHS.some((truth) => isDeepStrictEqual(shown, truth));
  return { verdict: 'proven', fault: isTrue ? null : 'proven, but not true' };
}

/** Verifies a receipt as the page of one's own transfer does. */
async function judgeTransfer(body: Json): Promise<{ readonly verdict: Verdict; readonly fault: string | null }> {
  const receipt = readReceipt(body);
  if (receipt === 'malformed' || receipt === 'refused') return { verdict: receipt, fault: null };
  const claimed = receipt.received.amount;
  const proof = await reads.proveTransfer(promised, { hash: DEPOSIT, payoutHash: receipt.payoutHash, claimed });
  const isTrue = proof.kind !== 'proven' || (receipt.payoutHash === PAYOUT && proof.received === PAID);
  return { verdict: proof.kind, fault: isTrue ? null : 'proven, but not true' };
}

async function judgeAll(changes: Iterable<readonly Mutation[]>, look: typeof judge) {
  const counts: Record<Verdict, number> = { malformed: 0, refused: 0, unknown: 0, mismatch: 0, proven: 0 };
  const faults: string[] = [];
  for (const change of changes) {
    const { verdict, fault } = await look(applyMutations(answer, change)).catch((error: unknown) => {
      return { verdict: 'malformed' as const, fault: `threw ${String(error)}` };
    });
    counts[verdict] += 1;
    if (fault) faults.push(`${change.map(({ name }) => name).join(' + ')}: ${fault}`);
  }
  return { counts, faults };
}

const single = mutations.map((mutation) => [mutation]);

describe('a hostile receipt', () => {
  it('is proven when every field is true', async () => {
    expect(await judge(answer)).toEqual({ verdict: 'proven', fault: null });
    expect(await judgeTransfer(answer)).toEqual({ verdict: 'proven', fault: null });
  });

  it('is never proven with one false field', async () => {
    const { counts, faults } = await judgeAll(single, judge);
    console.log(`receipts: ${single.length} single mutations`, counts);
    expect(faults).toEqual([]);
    expect(single.length).toBeGreaterThanOrEqual(300);
  });

  it('is never proven with two false fields', { timeout: 60_000 }, async () => {
    const isUsable = (mutation: Mutation) => readReceipt(applyMutations(answer, [mutation])) !== 'malformed';
    const pairs = [...pairsOf(mutations.filter(isUsable))];
    const { counts, faults } = await judgeAll(pairs, judge);
    console.log(`receipts: ${pairs.length} pairs of mutations`, counts);
    expect(faults.slice(0, 10)).toEqual([]);
    expect(pairs.length).toBeGreaterThanOrEqual(2_000);
  });

  it('proves a transfer only with the transaction that paid it', async () => {
    const { counts, faults } = await judgeAll(single, judgeTransfer);
    console.log(`receipts of one’s own transfer: ${single.length} single mutations`, counts);
    expect(faults).toEqual([]);
    expect(counts.mismatch).toBeGreaterThanOrEqual(Object.keys(OTHER_PAYOUTS).length);
  });
});
