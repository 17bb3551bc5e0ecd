import type { TransferTerms } from '../../src/domain/transferTerms.ts';
import { createTransferStore } from '../../src/store/transferStore.ts';
import type { ConnectedWallet } from '../../src/wallet/connectedWallet.ts';
import type { Session } from '../../src/wallet/session.ts';
import { runSession } from '../../src/wallet/session.ts';
import { WalletStepFailed } from '../../src/wallet/walletProblem.ts';
import type { FakeChain } from './fakeWallet.ts';
import { createFakeWallet } from './fakeWallet.ts';
import { registry, terms } from './fixtures.ts';
import { createMemoryStorage } from './memoryStorage.ts';

type Setup = {
  readonly answers?: Partial<ConnectedWallet>;
  readonly chain?: Partial<FakeChain>;
  readonly terms?: Partial<TransferTerms>;
  readonly session?: Partial<Session>;
  readonly isStorageFull?: () => boolean;
};

/** A stored transfer and its session. Time passes only while the session sleeps. */
export function setUpSession(setup: Setup = {}) {
  const used = { ...terms, ...setup.terms };
  const fake = createFakeWallet(setup.answers);
  Object.assign(fake.chain, setup.chain);
  const store = createTransferStore(createMemoryStorage(setup.isStorageFull), 'test');
  store.getState().begin(used, true);
  let now = used.createdAt;
  const session: Session = {
    wallet: fake.wallet,
    reads: fake.reads,
    registry,
    now: () => now,
    sleep: async (delayMs) => {
      now += delayMs;
      // An answer of the wallet that is ready comes first.
      await new Promise((resolve) => setImmediate(resolve));
    },
    terms: used,
    apply: (event) => store.getState().apply(used.id, event),
    isClaimed: () => false,
    ...setup.session,
  };
  const transfer = () => {
    const found = store.getState().transfers[used.id];
    if (!found) throw new Error('the transfer is not stored');
    return found;
  };
  const run = () => runSession(transfer(), session);
  const problem = () =>
    run().then(
      () => null,
      (error: unknown) => (error instanceof WalletStepFailed ? error.problem : error),
    );
  return { ...fake, store, session, transfer, run, problem };
}
