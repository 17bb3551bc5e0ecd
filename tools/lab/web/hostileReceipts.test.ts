import { isDeepStrictEqual } from 'node:util';
import type { Address, Hash, Log, TransactionReceipt } from 'viem';
import { createClient, custom } from 'viem';
import { anvil } from 'viem/chains';
import { describe, expect, it } from 'vitest';
import { proveReceipt } from '#client/proveReceipt.ts';
import { readReceipt as toReceipt } from '#client/readReceipt.ts';
import type { Receipt as ServiceReceipt } from '#client/receipt.ts';
import { depositsOf } from '#shared/events.ts';
import type { Proof } from '#shared/payment.ts';
import { transferId } from '#shared/transferId.ts';
import { encodeSuccess, MalformedAnswer, readEnvelope } from '#shared/wire/envelope.ts';
import type { Receipt } from '#shared/wire/receipt.ts';
import { encodeReceipt, receiptWire } from '#shared/wire/receipt.ts';
import type { ChainClient } from '../../../src/chain/chainClients.ts';
import type { JudgedDeposit } from '../../../src/receipts/model/judge.ts';
import { judge } from '../../../src/receipts/model/judge.ts';
import type { EvidenceOn } from '../../../src/receipts/reads/chainEvidenceReads.ts';
import { createDepositEvidence, createPaymentEvidence } from '../../../src/receipts/reads/depositEvidence.ts';
import type { TransferTerms } from '../../../src/transfer/model/transferTerms.ts';
import { createProofReads } from '../../../src/transfer/reads/proofReads.ts';
import { depositLog, movedLog, paidLog } from './chainLogs.ts';
import { context, minedOn, unknownOn } from './deskEvidence.ts';
import { ACCOUNT, NO_RECEIPT_ADDITIONS, OTHER_ACCOUNT, registry, routeFor, terms, VAULT } from './fixtures.ts';
import { mutate } from './mutate.ts';
import type { Json, Mutation } from './mutations.ts';
import { applyMutations, pairsOf, valueAt } from './mutations.ts';

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
  const moved = movedLog(hash, { contract, token, to, amount });
  return [moved, paid];
}

/** Other transactions on the destination chain that a hostile service could name. */
const OTHER_PAYOUTS: Readonly<Record<string, readonly [hash: Hash, logs: Log[], status: 'success' | 'reverted']>> = {
  'that paid another recipient': [hashOf('1'), paymentLogs(hashOf('1'), { to: ACCOUNT }), 'success'],
  'that paid another transfer': [hashOf('2'), paymentLogs(hashOf('2'), { id: hashOf('9') }), 'success'],
  'that paid less': [hashOf('3'), paymentLogs(hashOf('3'), { amount: PAID - 1n }), 'success'],
  'from an unknown vault': [hashOf('4'), paymentLogs(hashOf('4'), { contract: ACCOUNT }), 'success'],
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

const receiptOn = async (chainId: number, hash: Hash) =>
  (chain.get(`${chainId} ${hash}`) as TransactionReceipt | undefined) ?? null;
const reads = createProofReads({ receiptOn, vaultRecord: async () => ({ isPaid: false, hash: null }) }, registry);
const pinned = {
  ...{ origin, originToken, destinationToken },
  destination: { id: destination.id, vaults: [destination.vault] },
};

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
// A shared link carries no promised amount, so a receipt with the smaller payment is true as well.
const TRUTHS: readonly Receipt[] = [
  honest,
  { ...honest, payoutHash: hashOf('3'), received: { ...honest.received, amount: PAID - 1n } },
];
const answer: Json = JSON.parse(JSON.stringify(encodeSuccess(encodeReceipt(honest))));
const mutations = mutate(receiptWire, answer, {
  names: [
    ['the origin chain', origin.name],
    ['the destination chain', destination.name],
    ['another token', 'WBTC'],
  ],
  addresses: [
    ['the attacker', `0x${'a11ce'.repeat(8)}`],
    ['the vault', VAULT],
  ],
  hashes: Object.entries(OTHER_PAYOUTS).map(([what, [hash]]) => [what, hash]),
});

const depositReceipt = chain.get(`${origin.id} ${DEPOSIT}`) as TransactionReceipt;

const failureIn = ({ status }: TransactionReceipt) => ({
  failure: status === 'reverted' ? ({ kind: 'reverted', reason: null } as const) : null,
});

/** An endpoint on which every vault says that it has paid, or that it has not. */
function vaultThatSays(isPaid: boolean): ChainClient {
  const block = { number: '0x1', timestamp: '0x1', transactions: [] };
  const request = async ({ method }: { readonly method: string }) => {
    if (method === 'eth_call') return `0x${(isPaid ? '1' : '0').padStart(64, '0')}`;
    return method === 'eth_blockNumber' ? '0x1' : block;
  };
  return createClient({ chain: anvil, transport: custom({ request }, { retryCount: 0 }) });
}

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

/** Verifies a receipt as an integrator does. `fault` is set if a false receipt was proven. */
async function judgeDelivery(body: Json): Promise<{ readonly verdict: Verdict; readonly fault: string | null }> {
  const receipt = readReceipt(body);
  if (receipt === 'malformed' || receipt === 'refused') return { verdict: receipt, fault: null };
  const asked = { recipient: promised.recipient, leastReceive: 1n };
  const proof = await proveReceipt({ hash: DEPOSIT, receipt, asked }, pinned, receiptOn);
  if (proof.kind !== 'proven') return { verdict: proof.kind, fault: null };
  // The received amount comes from the chain, the names from the integrator's configuration.
  const { originChainName, destinationChainName, tokenName } = honest;
  const received = { ...receipt.received, amount: proof.received };
  const shown = { ...receipt, originChainName, destinationChainName, tokenName, received };
  const isTrue = TRUTHS.some((truth) => isDeepStrictEqual(shown, truth));
  return { verdict: 'proven', fault: isTrue ? null : 'proven, but not true' };
}

/** Verifies a receipt as the page does for a person's own transfer. */
async function judgeTransfer(body: Json): Promise<{ readonly verdict: Verdict; readonly fault: string | null }> {
  const receipt = readReceipt(body);
  if (receipt === 'malformed' || receipt === 'refused') return { verdict: receipt, fault: null };
  const claimed = receipt.received.amount;
  const proof = await reads.proveTransfer(promised, { hash: DEPOSIT, payoutHash: receipt.payoutHash, claimed });
  const isTrue = proof.kind !== 'proven' || (receipt.payoutHash === PAYOUT && proof.received === PAID);
  return { verdict: proof.kind, fault: isTrue ? null : 'proven, but not true' };
}

async function judgeAll(changes: Iterable<readonly Mutation[]>, look: typeof judgeDelivery) {
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

type Truth = { readonly isPaid: boolean };

/** How the receipts desk reads an answer about the deposit, which the destination vault has paid or not. */
async function lookupOf(body: Json, { isPaid }: Truth): Promise<JudgedDeposit> {
  const known = (id: number, hash: Hash) => (isPaid || hash !== PAYOUT ? chain.get(`${id} ${hash}`) : undefined);
  const evidenceOn: EvidenceOn = async (on, hash) => {
    const receipt = (known(on.id, hash) as TransactionReceipt | undefined) ?? null;
    return { receipt, evidence: receipt ? { ...minedOn(on), ...failureIn(receipt) } : unknownOn(on) };
  };
  const paymentEvidence = createPaymentEvidence({
    evidenceOn,
    endpointsOf: (on) => [
      { host: 'one', client: vaultThatSays(isPaid && on.id === destination.id), ask: async () => null },
    ],
    findPayment: async (on) => (isPaid && on.id === destination.id ? PAYOUT : null),
  });
  const mined = {
    ...minedOn(origin),
    deposits: depositsOf(depositReceipt.logs, {
      ...{ chainId: origin.id, contract: origin.depositContract, transactionHash: DEPOSIT },
    }),
  };
  const receipts = receiptsIn(body);
  const deposits = await createDepositEvidence(paymentEvidence, registry)(mined, receipts, 'all');
  const evidence = {
    hash: DEPOSIT,
    perChain: [mined, unknownOn(destination)],
    receipts,
    trace: { kind: 'direct' } as const,
    deposits,
  };
  const [found] = judge(evidence, context).deposits;
  if (!found) throw new Error('the desk lost the deposit');
  return found;
}

/** The receipts that the page reads from an answer. An unusable answer counts as silence. */
function receiptsIn(body: Json): readonly ServiceReceipt[] | 'silent' {
  try {
    return [toReceipt(readEnvelope(receiptWire, body))];
  } catch (error) {
    if (error instanceof MalformedAnswer) return 'silent';
    throw error;
  }
}

/** What the desk shows of a deposit, without the raw answers. */
function shownOf({ evidence: _evidence, confidence: _confidence, ...shown }: JudgedDeposit) {
  return shown;
}

/** Of these, a shared receipt may name the smaller payment of the same transfer, which is true as well. */
const lies = mutations.filter(({ name }) => !name.endsWith('that paid less'));

describe('the receipts desk, with any one field of a receipt changed', () => {
  it('shows a paid deposit as on the chains, or says which amount the service claims', async () => {
    const truth = shownOf(await lookupOf(answer, { isPaid: true }));
    expect(truth).toMatchObject({ verdict: { kind: 'delivered', received: PAID }, payoutHash: PAYOUT });
    const counts: Record<string, number> = {};
    for (const mutation of lies) {
      const { verdict, ...shown } = shownOf(await lookupOf(applyMutations(answer, [mutation]), { isPaid: true }));
      counts[verdict.kind] = (counts[verdict.kind] ?? 0) + 1;
      if (verdict.kind === 'deliveredOtherAmount') expect(verdict, mutation.name).toMatchObject({ received: PAID });
      else expect(verdict, mutation.name).toEqual(truth.verdict);
      expect({ ...shown, verdict: truth.verdict }, mutation.name).toEqual(truth);
    }
    expect(Object.keys(counts).sort()).toEqual(['delivered', 'deliveredOtherAmount']);
  });

  it('never shows an unpaid deposit as delivered, whatever payout the service names', async () => {
    for (const lie of [{ name: 'the claim alone', changes: [] }, ...lies]) {
      const { name } = lie;
      const { verdict, money } = await lookupOf(applyMutations(answer, [lie]), { isPaid: false });
      expect(verdict.kind, name).not.toMatch(/^delivered/);
      expect(money, name).not.toBe('recipient');
    }
  });
});

describe('a hostile receipt', () => {
  it('is proven when every field is true', async () => {
    expect(await judgeDelivery(answer)).toEqual({ verdict: 'proven', fault: null });
    expect(await judgeTransfer(answer)).toEqual({ verdict: 'proven', fault: null });
  });

  it('is never proven with one false field', async () => {
    const { counts, faults } = await judgeAll(single, judgeDelivery);
    console.log(`receipts: ${single.length} single mutations`, counts);
    expect(faults).toEqual([]);
    expect(single.length - counts.proven).toBeGreaterThanOrEqual(308);
  });

  it('is never proven with two false fields', async () => {
    const isUsable = (mutation: Mutation) => readReceipt(applyMutations(answer, [mutation])) !== 'malformed';
    // The honest answer has no optional fields, and an invalid one counts as absent.
    const isAddition = ({ changes }: Mutation) => changes.some(([path]) => valueAt(answer, path) === null);
    const pairs = [...pairsOf(mutations.filter((mutation) => isUsable(mutation) && !isAddition(mutation)))];
    const { counts, faults } = await judgeAll(pairs, judgeDelivery);
    console.log(`receipts: ${pairs.length} pairs of mutations`, counts);
    expect(faults.slice(0, 10)).toEqual([]);
    expect(pairs.length - counts.proven).toBeGreaterThanOrEqual(2_527);
  });

  it('proves a transfer only with the transaction that paid it', async () => {
    const { counts, faults } = await judgeAll(single, judgeTransfer);
    console.log(`receipts of a person’s own transfer: ${single.length} single mutations`, counts);
    expect(faults).toEqual([]);
    expect(counts.mismatch).toBeGreaterThanOrEqual(Object.keys(OTHER_PAYOUTS).length);
  });
});
