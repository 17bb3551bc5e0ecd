import fc from 'fast-check';
import type { Address } from 'viem';
import { getAddress, zeroAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { encodeDeposit } from '#client/depositEncoder.ts';
import { setUpSession } from '../../../tools/lab/web/fakeSession.ts';
import { OTHER_ACCOUNT, registry, terms } from '../../../tools/lab/web/fixtures.ts';
import { createMemoryStorage } from '../../../tools/lab/web/memoryStorage.ts';
import { callsOf, planTransactions } from '../model/transactionPlan.ts';
import type { Transfer } from '../model/transfer.ts';
import { decodeTransfer, encodeTransfer } from '../model/transferCodec.ts';
import type { TransferTerms } from '../model/transferTerms.ts';
import { createTransferStore } from '../transferStore.ts';
import { revokeAllowance } from './session.ts';

const THIEF = getAddress(`0x${'e'.repeat(40)}`);
const { deposit, origin, destination } = terms;

const foreign: fc.Arbitrary<Address> = fc.constantFrom(THIEF, OTHER_ACCOUNT, zeroAddress, destination.token);
const amount = fc.bigInt({ min: 0n, max: 10n ** 24n });

/** Edits that change what the wallet would be asked for. */
const edit: fc.Arbitrary<Partial<TransferTerms>> = fc.oneof(
  foreign.map((to) => ({ deposit: { ...deposit, to } })),
  amount.map((value) => ({ deposit: { ...deposit, value: value + 1n } })),
  fc.record({ recipient: foreign, sent: amount }).map(({ recipient, sent }) => ({
    deposit: { ...deposit, data: encodeDeposit({ ...encoded, recipient, amount: sent }) },
  })),
  fc.constantFrom<`0x${string}`>('0x', '0xa9059cbb', `${deposit.data}00`).map((data) => ({
    deposit: { ...deposit, data },
  })),
  foreign.filter((one) => one !== terms.recipient).map((recipient) => ({ recipient })),
  foreign.map((token) => ({ origin: { ...origin, token } })),
  foreign.map((maker) => ({ maker })),
  // The calldata fits the edited terms, and still names something that the registry does not pin.
  foreign.map((maker) => ({ maker, deposit: { ...deposit, data: encodeDeposit({ ...encoded, maker }) } })),
  foreign.map((token) => ({
    origin: { ...origin, token },
    deposit: { ...deposit, data: encodeDeposit({ ...encoded, token }) },
  })),
  amount.filter((send) => send !== terms.send).map((send) => ({ send })),
  fc.constantFrom('WBTC', 'ETH', 'USDT').map((tokenName) => ({ tokenName })),
  fc.constantFrom(1, destination.chainId).map((chainId) => ({ origin: { ...origin, chainId } })),
  fc.constantFrom(1, origin.chainId).map((chainId) => ({ destination: { ...destination, chainId } })),
);
const encoded = {
  recipient: terms.recipient,
  token: origin.token,
  maker: terms.maker,
  amount: terms.send,
  destinationChainId: destination.chainId,
};

/** The terms of a record that was edited in the browser's storage. */
function stored(edited: Partial<TransferTerms>): TransferTerms {
  const record = encodeTransfer({ status: 'approving', terms: { ...terms, ...edited }, approvalHash: null });
  const transfer = decodeTransfer(record);
  if (!transfer) throw new Error('the edited record is unreadable');
  return transfer.terms;
}

describe('a stored transfer that was edited', () => {
  it.each([false, true])(
    'never reaches the wallet with a different transaction (unpinned tokens: %s)',
    async (allows) => {
      await fc.assert(
        fc.asyncProperty(edit, fc.constantFrom(0n, 10n ** 30n), async (edited, allowance) => {
          const used = stored(edited);
          const { problem, sent, batches } = setUpSession({
            chain: { allowance },
            terms: used,
            session: { registry: { ...registry, allowsUnpinned: allows } },
          });
          expect(await problem()).toEqual({ kind: 'termsChanged' });
          expect([sent, batches]).toEqual([[], []]);
        }),
        { numRuns: 300 },
      );
    },
  );

  it('signs a token without a pin only if the installation allows it', async () => {
    const token = THIEF;
    const unpinned: Partial<TransferTerms> = {
      tokenName: 'NEW',
      origin: { ...origin, token },
      destination: { ...destination, token },
      deposit: { ...deposit, data: encodeDeposit({ ...encoded, token }) },
    };
    const refused = setUpSession({ terms: unpinned });
    expect(await refused.problem()).toEqual({ kind: 'termsChanged' });
    expect(refused.sent).toEqual([]);
    const allowed = setUpSession({
      chain: { allowance: terms.send },
      terms: unpinned,
      session: { registry: { ...registry, allowsUnpinned: true } },
    });
    await allowed.run();
    expect(allowed.sent).toEqual([callsOf(planTransactions({ ...terms, ...unpinned }, terms.send))[0]]);
  });

  it('revokes an approval for a replaced contract, and never calls a token without a pin for it', async () => {
    const replaced = setUpSession({ terms: { deposit: { ...deposit, to: THIEF } } });
    await revokeAllowance(replaced.session);
    expect(replaced.sent).toMatchObject([{ to: origin.token }]);
    const edited = setUpSession({ terms: { origin: { ...origin, token: THIEF } } });
    await expect(revokeAllowance(edited.session)).rejects.toThrow('tokenNotPinned');
    expect(edited.sent).toEqual([]);
  });
});

describe('a page that has a transfer', () => {
  it('keeps its terms whatever the storage says, and picks up progress from other tabs', () => {
    const storage = createMemoryStorage();
    const [page, other] = [createTransferStore(storage, 'test'), createTransferStore(storage, 'test')];
    page.getState().begin(terms, false);
    const key = `causeway.transfers.test/${terms.id}`;
    fc.assert(
      fc.property(edit, (edited) => {
        const { version } = JSON.parse(storage.getItem(key) ?? '{}') as { version: number };
        const attempt = { nonce: 7, fromBlock: 100n };
        const opened: Transfer = { status: 'signing', terms: { ...terms, ...edited }, attempt, proposal: null };
        storage.setItem(key, JSON.stringify({ version, transfer: encodeTransfer(opened) }));
        page.getState().refresh();
        expect(page.getState().transfers[terms.id]).toEqual({ ...opened, terms });
        expect(page.getState().apply(terms.id, { type: 'notSigned' })?.transfer.terms).toEqual(terms);
        other.getState().refresh();
        expect(other.getState().transfers[terms.id]).toMatchObject({ status: 'readyToSign' });
      }),
      { numRuns: 100 },
    );
  });
});
