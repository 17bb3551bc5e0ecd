import fc from 'fast-check';
import type { Address, Hash, Log } from 'viem';
import { zeroAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import type { AskedDelivery, PinnedDelivery, ReceiptOn } from '../../../client/proveReceipt.ts';
import { proveReceipt } from '../../../client/proveReceipt.ts';
import { transferId } from '../../../shared/transferId.ts';
import type { Receipt } from '../../../shared/wire/receipt.ts';
import { depositLog, movedLog, paidLog } from '../web/chainLogs.ts';
import { NO_RECEIPT_ADDITIONS, OTHER_ACCOUNT, routeFor, terms, VAULT } from '../web/fixtures.ts';

const { origin, destination, originToken, destinationToken } = routeFor('USDC');
const hash: Hash = `0x${'d'.repeat(64)}`;
const payoutHash: Hash = `0x${'e'.repeat(64)}`;
const MERCHANT = OTHER_ACCOUNT;
const ATTACKER: Address = `0x${'a1'.repeat(20)}`;
const SENT = 100_000_000n;
const QUOTED = 99_900_000n;

const pinned: PinnedDelivery = {
  ...{ origin, originToken, destinationToken },
  destination: { id: destination.id, vaults: [destination.vault] },
};
const asked: AskedDelivery = { recipient: MERCHANT, leastReceive: QUOTED };

type Deposited = { readonly recipient: Address; readonly sent: bigint; readonly paid: bigint | null } & {
  /** In wei: what the deposit asks for, and what arrived. */
  readonly gasDrop?: bigint;
  readonly gas?: bigint;
};

const idOf = (ordinal: number) =>
  transferId({ chainId: origin.id, contract: origin.depositContract, transactionHash: hash, ordinal });

const native = (to: Address, amount: bigint) => ({ to, token: zeroAddress, amount });

/** The chains after these deposits in one transaction. `paid` is what the payout transaction paid for each. */
function chainsWith(deposits: readonly Deposited[]): ReceiptOn {
  const token = destinationToken.address;
  const made = deposits.map(({ recipient, sent, gasDrop = 0n }) =>
    depositLog(
      {
        ...terms,
        ...{ recipient, send: sent, gasDrop, deposit: { ...terms.deposit, to: origin.depositContract } },
        origin: { ...terms.origin, token: originToken.address },
        destination: { ...terms.destination, chainId: destination.id },
      },
      hash,
    ),
  );
  const paid = deposits.flatMap(({ recipient: to, paid: amount, gas = 0n }, ordinal): Log[] =>
    amount === null
      ? []
      : [
          movedLog(payoutHash, { contract: destination.vault, token, to, amount }),
          paidLog(payoutHash, { contract: destination.vault, id: idOf(ordinal), to, token, amount }),
          ...(gas === 0n
            ? []
            : [paidLog(payoutHash, { contract: destination.vault, id: idOf(ordinal), ...native(to, gas) })]),
        ],
  );
  return async (_chainId, of) => ({ status: 'success', logs: of === hash ? made : paid });
}

/** What the service claims. */
function stated(changes: Partial<Receipt> & { readonly sentAmount?: bigint; readonly paid?: bigint } = {}): Receipt {
  const { sentAmount = SENT, paid = QUOTED, ...fields } = changes;
  return {
    ...{ originChainName: origin.name, destinationChainName: destination.name, tokenName: 'USDC', payoutHash },
    ...{ originToken: originToken.address, destinationToken: destinationToken.address },
    received: { amount: paid, decimals: destinationToken.decimals },
    sent: { amount: sentAmount, decimals: originToken.decimals },
    ...NO_RECEIPT_ADDITIONS,
    ...fields,
  };
}

const merchantPaid: Deposited = { recipient: MERCHANT, sent: SENT, paid: QUOTED };

describe('proveReceipt', () => {
  it('proves the requested payout, and returns the id of its deposit', async () => {
    const proof = await proveReceipt({ hash, receipt: stated(), asked }, pinned, chainsWith([merchantPaid]));
    expect(proof).toEqual({ kind: 'proven', received: QUOTED, ids: [idOf(0)] });
  });

  it('returns the same id however the hash and the position are given', async () => {
    const upper: Hash = `0x${hash.slice(2).toUpperCase()}`;
    const chains = chainsWith([merchantPaid]);
    const read: ReceiptOn = (chainId, of) => chains(chainId, of === upper ? hash : of);
    for (const order of [
      { hash: upper, asked },
      { hash, asked: { ...asked, ordinal: 0 } },
    ]) {
      expect(await proveReceipt({ ...order, receipt: stated() }, pinned, read)).toMatchObject({ ids: [idOf(0)] });
    }
  });

  it('does not take the deposit of another account for that of the requested one', async () => {
    const proofOf = (account: Address) =>
      proveReceipt({ hash, receipt: stated(), asked: { ...asked, account } }, pinned, chainsWith([merchantPaid]));
    expect(await proofOf(terms.account)).toMatchObject({ kind: 'proven' });
    expect(await proofOf(ATTACKER)).toEqual({ kind: 'unknown', gap: { code: 'depositNotFound' } });
  });

  it('does not prove less than was requested, even if the service claims no more', async () => {
    const read = chainsWith([{ ...merchantPaid, paid: 1n }]);
    const proof = await proveReceipt({ hash, receipt: stated({ paid: 1n }), asked }, pinned, read);
    expect(proof).toEqual({
      kind: 'mismatch',
      shortfalls: [{ field: 'amount', expected: `${QUOTED}`, actual: '1' }],
    });
  });

  it('does not prove a payout of zero, whatever least amount is requested', async () => {
    const read = chainsWith([{ ...merchantPaid, paid: 0n }]);
    const order = { hash, receipt: stated({ paid: 0n }), asked: { ...asked, leastReceive: 0n } };
    expect(await proveReceipt(order, pinned, read)).toMatchObject({ kind: 'mismatch' });
  });

  it('does not prove the delivery of a deposit for another recipient', async () => {
    const read = chainsWith([{ ...merchantPaid, recipient: ATTACKER }]);
    const proof = await proveReceipt({ hash, receipt: stated({ recipient: MERCHANT }), asked }, pinned, read);
    expect(proof).toMatchObject({ kind: 'unknown', gap: { code: 'depositNotFound' } });
  });

  it("does not mistake another recipient's paid deposit in the same transaction for an unpaid one", async () => {
    const read = chainsWith([
      { ...merchantPaid, paid: null },
      { recipient: ATTACKER, sent: SENT, paid: QUOTED },
    ]);
    expect(await proveReceipt({ hash, receipt: stated(), asked }, pinned, read)).toMatchObject({ kind: 'mismatch' });
  });

  it('checks the payout of every deposit for the recipient, or only of the deposit that the caller names', async () => {
    const both = chainsWith([merchantPaid, merchantPaid]);
    const all = await proveReceipt({ hash, receipt: stated(), asked }, pinned, both);
    expect(all).toEqual({ kind: 'proven', received: QUOTED, ids: [idOf(0), idOf(1)] });
    const read = chainsWith([{ ...merchantPaid, paid: null }, merchantPaid]);
    const proofOf = (order: AskedDelivery) => proveReceipt({ hash, receipt: stated(), asked: order }, pinned, read);
    expect(await proofOf(asked)).toMatchObject({ kind: 'mismatch' });
    expect(await proofOf({ ...asked, ordinal: 0 })).toMatchObject({ kind: 'mismatch' });
    expect(await proofOf({ ...asked, ordinal: 1 })).toMatchObject({ kind: 'proven', ids: [idOf(1)] });
    expect(await proofOf({ ...asked, ordinal: 2 })).toMatchObject({ kind: 'unknown' });
  });

  it.each<[string, Receipt]>([
    ['recipient', stated({ recipient: ATTACKER })],
    ['sender', stated({ sender: ATTACKER })],
    ['sent', stated({ sentAmount: SENT + 1n })],
    ['amount', stated({ paid: QUOTED + 1n })],
    ['token', stated({ destinationToken: VAULT })],
  ])('does not prove a receipt whose %s differs from the chains', async (field, receipt) => {
    const proof = await proveReceipt({ hash, receipt, asked }, pinned, chainsWith([merchantPaid]));
    expect(proof).toMatchObject({ kind: 'mismatch', shortfalls: [{ field }] });
  });

  describe('of a deposit with gas on arrival', () => {
    const GAS = 10n ** 16n;
    const delivered = { ...merchantPaid, gasDrop: GAS, gas: GAS };
    const gasReceived = { amount: GAS, decimals: 18 };
    const proofOf = (
      deposit: Deposited,
      { receipt = stated(), gasDrop }: { receipt?: Receipt; gasDrop?: bigint } = {},
    ) =>
      proveReceipt(
        { hash, receipt, asked: gasDrop === undefined ? asked : { ...asked, gasDrop } },
        pinned,
        chainsWith([deposit]),
      );

    it('proves the payout of both, whether or not the caller asked for gas and the receipt states it', async () => {
      const proven = { kind: 'proven', received: QUOTED, ids: [idOf(0)] };
      expect(await proofOf(delivered)).toEqual(proven);
      const receipt = stated({ recipient: MERCHANT, gasReceived });
      expect(await proofOf(delivered, { receipt, gasDrop: GAS })).toEqual(proven);
    });

    it.each<[string, Deposited, { receipt?: Receipt; gasDrop?: bigint }]>([
      ['of the token alone', { ...delivered, gas: 0n }, {}],
      ['with less gas than the deposit asks for', { ...delivered, gas: GAS - 1n }, {}],
      ['with less gas than the caller asked for', delivered, { gasDrop: GAS + 1n }],
      ['of a deposit that asks for none, although the caller did', merchantPaid, { gasDrop: GAS }],
      ['with less gas than the receipt states', merchantPaid, { receipt: stated({ gasReceived }) }],
    ])('does not prove a payout %s', async (_what, deposit, claims) => {
      expect(await proofOf(deposit, claims)).toMatchObject({ kind: 'mismatch', shortfalls: [{ field: 'gas' }] });
    });

    it('does not prove a receipt whose gas has other decimals', async () => {
      const receipt = stated({ gasReceived: { ...gasReceived, decimals: 6 } });
      const proof = await proofOf(delivered, { receipt });
      expect(proof).toMatchObject({
        kind: 'mismatch',
        shortfalls: [{ field: 'decimals', expected: '18', actual: '6' }],
      });
    });
  });

  it('does not accept a refund as a delivery: origin and destination must differ', async () => {
    const refund = { ...pinned, destination: { ...pinned.destination, id: origin.id } };
    await expect(proveReceipt({ hash, receipt: stated(), asked }, refund, chainsWith([merchantPaid]))).rejects.toThrow(
      TypeError,
    );
  });

  it('proves only a payout to the recipient of at least the least amount, whatever the service claims', async () => {
    // Few amounts, so that claims are often true.
    const amount = fc.bigInt(0n, 2n);
    const recipient = fc.constantFrom<Address>(MERCHANT, ATTACKER);
    const deposit = fc.record({ recipient, sent: amount, paid: fc.option(amount) });
    const claims = fc.record({
      ...{ sentAmount: amount, paid: amount },
      ...{ recipient: fc.option(recipient), sender: fc.option(fc.constantFrom(terms.account, ATTACKER)) },
    });
    const order = fc.record({ leastReceive: amount, ordinal: fc.option(fc.nat(2), { nil: undefined }) });
    const honest = { sentAmount: 1n, paid: 1n, recipient: MERCHANT, sender: terms.account };
    let proven = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(deposit, { maxLength: 3 }), claims, order, async (deposits, claim, ask) => {
        const { leastReceive, ordinal } = ask;
        const wanted = { recipient: MERCHANT, leastReceive, ...(ordinal === undefined ? {} : { ordinal }) };
        const proof = await proveReceipt({ hash, receipt: stated(claim), asked: wanted }, pinned, chainsWith(deposits));
        if (proof.kind !== 'proven') return;
        proven += 1;
        const meant = deposits.filter(
          (one, position) => one.recipient === MERCHANT && position === (ordinal ?? position),
        );
        expect(meant.length).toBeGreaterThan(0);
        for (const { paid, sent } of meant) {
          expect(paid).toBeGreaterThanOrEqual(leastReceive > 1n ? leastReceive : 1n);
          expect(sent).toBe(claim.sentAmount);
        }
        expect(claim.recipient ?? MERCHANT).toBe(MERCHANT);
        expect(claim.sender ?? terms.account).toBe(terms.account);
      }),
      {
        numRuns: 1_000,
        examples: [[[{ recipient: MERCHANT, sent: 1n, paid: 1n }], honest, { leastReceive: 1n, ordinal: undefined }]],
      },
    );
    expect(proven).toBeGreaterThan(0);
  });
});
