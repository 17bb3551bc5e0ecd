import type { Hash, Log, TransactionReceipt } from 'viem';
import { zeroAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { transferId } from '#shared/transferId.ts';
import { depositLog, movedLog, paidLog } from '../../../tools/lab/web/chainLogs.ts';
import { hashOf } from '../../../tools/lab/web/fakeWallet.ts';
import { config, registry, terms } from '../../../tools/lab/web/fixtures.ts';
import type { VaultRecord } from '../../chain/paymentReads.ts';
import { createProofReads } from './proofReads.ts';

const DEPOSIT = hashOf('1');
const PAYOUT = hashOf('2');
/** No chain has a transaction with this hash. */
const UNKNOWN = hashOf('f');
/** The time of every deposit in `chainLogs`. */
const DEPOSITED_MS = 1_800_000_000_000;
const vault = config.chains[1]?.vault ?? '0x';

const UNPAID: VaultRecord = { isPaid: false, hash: null };

const idOf = (ordinal: number) =>
  transferId({ chainId: terms.origin.chainId, contract: terms.deposit.to, transactionHash: DEPOSIT, ordinal });

/** Reads chains whose payout moved this amount to the recipient, for the first of some equal deposits. */
function readsOf(paid: bigint, record = UNPAID, { deposits = 1, gasDrop = 0n, gas = 0n } = {}) {
  const { destination, recipient } = terms;
  const id = idOf(0);
  const { token } = destination;
  const payout = [
    paidLog(PAYOUT, { contract: vault, id, to: recipient, token, amount: paid }),
    movedLog(PAYOUT, { contract: vault, token, to: recipient, amount: paid }),
    ...(gas === 0n ? [] : [paidLog(PAYOUT, { contract: vault, id, to: recipient, token: zeroAddress, amount: gas })]),
  ];
  const logs: Record<string, readonly Log[]> = {
    [DEPOSIT]: Array.from({ length: deposits }, () => depositLog({ ...terms, gasDrop }, DEPOSIT)),
    [PAYOUT]: payout,
  };
  const receiptOn = async (_chainId: number, hash: Hash) =>
    hash === UNKNOWN ? null : ({ status: 'success', logs: logs[hash] ?? [] } as unknown as TransactionReceipt);
  return createProofReads({ receiptOn, vaultRecord: async () => record }, registry);
}

const done = (claimed: bigint) => ({ hash: DEPOSIT, payoutHash: PAYOUT, claimed });
const less = terms.receive - 1n;

describe('proveTransfer', () => {
  it('proves the quoted amount', async () => {
    const proof = await readsOf(terms.receive).proveTransfer(terms, done(terms.receive));
    expect(proof).toEqual({ kind: 'proven', hash: PAYOUT, received: terms.receive });
  });

  it.each([
    ['within the quote', { validUntilMs: DEPOSITED_MS }],
    ['of a service that states no end of the quote', { validUntilMs: null }],
    ['of a service that dates its quotes back', { validUntilMs: 1_000 }],
  ])('disputes less than quoted for a deposit %s', async (_when, quote) => {
    const proof = await readsOf(less).proveTransfer({ ...terms, ...quote }, done(less));
    expect(proof).toMatchObject({ kind: 'mismatch', shortfalls: [{ field: 'amount' }] });
  });

  describe('whose service names another transaction', () => {
    const wrong = { ...done(terms.receive), payoutHash: hashOf('9') };

    it('proves the payout that the vaults record', async () => {
      const proof = await readsOf(terms.receive, { isPaid: true, hash: PAYOUT }).proveTransfer(terms, wrong);
      expect(proof).toEqual({ kind: 'proven', hash: PAYOUT, received: terms.receive });
    });

    it('proves it although no chain has the named transaction, or the service names none', async () => {
      const reads = readsOf(terms.receive, { isPaid: true, hash: PAYOUT });
      for (const payoutHash of [UNKNOWN, null]) {
        const proof = await reads.proveTransfer(terms, { ...wrong, payoutHash });
        expect(proof).toEqual({ kind: 'proven', hash: PAYOUT, received: terms.receive });
        const unpaid = await readsOf(terms.receive).proveTransfer(terms, { ...wrong, payoutHash });
        expect(unpaid).toEqual({ kind: 'unknown', gap: { code: 'payoutNotFound' } });
      }
    });

    it('disputes it only if the vaults paid nothing, or less', async () => {
      expect(await readsOf(terms.receive).proveTransfer(terms, wrong)).toMatchObject({ kind: 'mismatch' });
      const tooLittle = await readsOf(less, { isPaid: true, hash: PAYOUT }).proveTransfer(terms, wrong);
      expect(tooLittle).toMatchObject({ kind: 'mismatch', shortfalls: [{ field: 'amount' }] });
      const notFoundYet = await readsOf(less, { isPaid: true, hash: null }).proveTransfer(terms, wrong);
      expect(notFoundYet).toEqual({ kind: 'unknown', gap: { code: 'payoutNotFound' } });
    });
  });

  describe('of a deposit with gas on arrival', () => {
    const GAS = 10n ** 16n;
    const withGas = { ...terms, gasDrop: GAS };
    const proofOf = (gas: bigint) =>
      readsOf(terms.receive, UNPAID, { gasDrop: GAS, gas }).proveTransfer(withGas, done(terms.receive));

    it('proves a payout of both', async () => {
      expect(await proofOf(GAS)).toEqual({ kind: 'proven', hash: PAYOUT, received: terms.receive });
    });

    it.each([0n, GAS - 1n])('disputes a payout with gas of %s wei', async (gas) => {
      const shortfalls = [{ field: 'gas', expected: `${GAS}`, actual: `${gas}` }];
      expect(await proofOf(gas)).toEqual({ kind: 'mismatch', shortfalls });
    });
  });

  it('proves only the deposit that was paid, of two equal ones in a transaction', async () => {
    const reads = readsOf(terms.receive, UNPAID, { deposits: 2 });
    const proofOf = (id: string) => reads.proveTransfer({ ...terms, id }, done(terms.receive));
    expect(await proofOf(idOf(0))).toMatchObject({ kind: 'proven' });
    // The service may have named the other deposit's payout, so this is no dispute.
    expect(await proofOf(idOf(1))).toEqual({ kind: 'unknown', gap: { code: 'payoutNotFound' } });
  });

  describe('of a deposit after the quote', () => {
    const late = { ...terms, createdAt: DEPOSITED_MS - 2, validUntilMs: DEPOSITED_MS - 1 };

    it('proves the amount that the bridge states', async () => {
      expect(await readsOf(less).proveTransfer(late, done(less))).toEqual({
        kind: 'proven',
        hash: PAYOUT,
        received: less,
      });
    });

    it('disputes less than the bridge states', async () => {
      expect(await readsOf(less).proveTransfer(late, done(less + 1n))).toMatchObject({ kind: 'mismatch' });
    });

    it('disputes a stated amount of zero', async () => {
      expect(await readsOf(0n).proveTransfer(late, done(0n))).toMatchObject({ kind: 'mismatch' });
    });
  });
});

describe('proveTransfer without a quote', () => {
  const unquoted = { ...terms, receive: null };

  it('proves the amount that the bridge states, and not less', async () => {
    expect(await readsOf(less).proveTransfer(unquoted, done(less))).toEqual({
      kind: 'proven',
      hash: PAYOUT,
      received: less,
    });
    expect(await readsOf(less).proveTransfer(unquoted, done(terms.receive))).toMatchObject({ kind: 'mismatch' });
  });

  it('does not prove a payout of zero', async () => {
    expect(await readsOf(0n).proveTransfer(unquoted, done(0n))).toMatchObject({ kind: 'mismatch' });
  });
});
