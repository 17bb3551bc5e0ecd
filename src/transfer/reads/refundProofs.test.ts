import type { Hash, Log, TransactionReceipt } from 'viem';
import { describe, expect, it } from 'vitest';
import type { RefundClaim } from '#client/receipt.ts';
import { NO_CLAIM } from '#client/receipt.ts';
import { transferId } from '#shared/transferId.ts';
import { depositLog, movedLog, paidLog } from '../../../tools/lab/web/chainLogs.ts';
import { ACCOUNT, registry, routeFor, terms } from '../../../tools/lab/web/fixtures.ts';
import { createRefundReads } from './proofReads.ts';

const { origin, originToken } = routeFor('USDC');
const hashOf = (digit: string): Hash => `0x${digit.repeat(64)}`;
const DEPOSIT = hashOf('d');
const REFUND = hashOf('e');
const REFUNDED = 99_000_000n;
const key = { chainId: origin.id, contract: origin.depositContract, transactionHash: DEPOSIT };
const id = transferId({ ...key, ordinal: 0 });
const token = originToken.address;
const payment = { contract: origin.vault, id, to: ACCOUNT, token, amount: REFUNDED };
const refundLogs = [movedLog(REFUND, payment), paidLog(REFUND, payment)];

type Chain = {
  readonly height?: bigint;
  readonly found?: Hash | null;
  readonly silent?: boolean;
  readonly twins?: boolean;
};
type Mined = { readonly hash: Hash; readonly logs: readonly Log[]; readonly block: bigint };

/** The origin chain with a deposit, or two equal ones, in block 10 and further transactions. */
function readsOf(mined: readonly Mined[], { height = 100n, found = null, silent = false, twins = false }: Chain = {}) {
  const logs = Array.from({ length: twins ? 2 : 1 }, () => depositLog(terms, DEPOSIT));
  const all = [{ hash: DEPOSIT, logs, block: 10n }, ...mined];
  const scans: bigint[] = [];
  const reads = createRefundReads(
    {
      receiptOn: async (chainId, hash) => {
        if (silent) throw new Error('no connection');
        const one = chainId === origin.id ? all.find((candidate) => candidate.hash === hash) : undefined;
        const receipt = one && { status: 'success', logs: one.logs, blockNumber: one.block };
        return (receipt as TransactionReceipt | undefined) ?? null;
      },
      heightOf: async () => height,
      findPayment: async (_chain, asked, fromBlock) => {
        scans.push(fromBlock);
        return asked === id ? found : null;
      },
    },
    registry,
  );
  return { ...reads, scans };
}

const refund: Mined = { hash: REFUND, logs: refundLogs, block: 50n };
const told = (claim: RefundClaim) => ({ hash: DEPOSIT, claim });
const naming = (hash: Hash): RefundClaim => ({ hash, amount: null });
const done: RefundClaim = { hash: REFUND, amount: { amount: REFUNDED, decimals: 6 } };

describe('createRefundReads', () => {
  it('proves the refund that the service names, without a search', async () => {
    const reads = readsOf([refund]);
    expect(await reads.proveTransferRefund(terms, told(done))).toEqual({
      kind: 'proven',
      hash: REFUND,
      refunded: REFUNDED,
    });
    expect(reads.scans).toEqual([]);
  });

  it.each([NO_CLAIM, naming(DEPOSIT), naming(hashOf('7'))])(
    "searches by the deposit's id from its block if the service names no transaction, or another one (%#)",
    async (claim) => {
      const reads = readsOf([refund], { found: REFUND });
      expect(await reads.proveTransferRefund(terms, told(claim))).toMatchObject({ kind: 'proven', hash: REFUND });
      expect(reads.scans).toEqual([10n]);
    },
  );

  it('proves only the refund of its own deposit, of two equal ones in a transaction', async () => {
    const [second, hash] = [transferId({ ...key, ordinal: 1 }), DEPOSIT];
    const reads = readsOf([refund], { found: REFUND, twins: true });
    const proofOf = (own: string) => reads.proveTransferRefund({ ...terms, id: own }, { hash, claim: NO_CLAIM });
    expect(await proofOf(id)).toMatchObject({ kind: 'proven' });
    expect(await proofOf(second)).toEqual({ kind: 'unknown', gap: { code: 'refundNotFound' } });
  });

  it('waits until a refund is five blocks deep', async () => {
    const reads = readsOf([refund], { height: 53n });
    expect(await reads.proveTransferRefund(terms, told(done))).toMatchObject({ kind: 'unknown' });
  });

  it('distinguishes a missing refund from a wrong transaction that the service names', async () => {
    expect(await readsOf([]).proveTransferRefund(terms, told(NO_CLAIM))).toEqual({
      kind: 'unknown',
      gap: { code: 'refundNotFound' },
    });
    expect(await readsOf([]).proveTransferRefund(terms, told(naming(DEPOSIT)))).toMatchObject({
      kind: 'mismatch',
      hash: DEPOSIT,
      shortfalls: [{ field: 'payment' }],
    });
  });

  it('rejects less than the service names', async () => {
    const more: RefundClaim = { hash: REFUND, amount: { amount: 99_500_000n, decimals: 6 } };
    expect(await readsOf([refund], { found: REFUND }).proveTransferRefund(terms, told(more))).toMatchObject({
      kind: 'mismatch',
      shortfalls: [{ field: 'amount', expected: '99500000', actual: '99000000' }],
    });
  });

  it("ignores an amount with decimals other than the token's", async () => {
    const claim: RefundClaim = { hash: REFUND, amount: { amount: 10n ** 30n, decimals: 18 } };
    expect(await readsOf([refund]).proveTransferRefund(terms, told(claim))).toMatchObject({ kind: 'proven' });
  });

  it('proves nothing if the chain does not answer or does not have the deposit', async () => {
    const silent = readsOf([refund], { silent: true });
    expect(await silent.proveTransferRefund(terms, told(done))).toMatchObject({ kind: 'unknown' });
    const lost = await readsOf([refund]).proveTransferRefund(terms, { hash: hashOf('1'), claim: done });
    expect(lost).toMatchObject({ kind: 'unknown' });
  });
});
