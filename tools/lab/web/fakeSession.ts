import { WalletStepFailed } from '../../../src/account/walletProblem.ts';
import type { TransferTerms } from '../../../src/transfer/model/transferTerms.ts';
import type { ConnectedWallet } from '../../../src/transfer/session/connectedWallet.ts';
import type { Session } from '../../../src/transfer/session/session.ts';
import { runSession } from '../../../src/transfer/session/session.ts';
import { createTransferStore } from '../../../src/transfer/transferStore.ts';
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

/** A stored transfer and its session. Time only passes while the session sleeps. */
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
      // A wallet answer that is ready comes first.
      await new Promise((resolve) => setImmediate(resolve));
    },
    terms: used,
    apply: (event) => store.getState().apply(used.id, event),
    isClaimed: () => false,
    ...setup.session,
  };
  const transfer = () => {
    const found = store.getState().transfers[used.id];
    if (!found) throw new Error('the transfer was not stored');
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
