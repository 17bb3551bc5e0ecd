import { killBetweenDeposits, readReceiptLate, recoverFromKill } from './crashes.ts';
import { loseDatabase, restoreBackup } from './databaseLoss.ts';
import { moveDeposit, PAYOUT_CONFIRMATIONS, removeDeposit, undoRevert } from './reorgs.ts';
import type { Scenario } from './scenario.ts';
import { outgrowFee, refuseInBatch, signConcurrently } from './signing.ts';

export const SCENARIOS = {
  killedAfterSigning: {
    description: 'SIGKILL ends a process right after it signed a payment',
    run: (service) => recoverFromKill(service, 'sign.signed'),
  },
  killedBeforeCommit: {
    description: 'SIGKILL ends a process right before it commits a payment',
    run: (service) => recoverFromKill(service, 'sign.nonceTaken'),
  },
  concurrentSigning: {
    description: 'two processes sign different payments at the same moment',
    run: signConcurrently,
  },
  movedDeposit: {
    description: 'a reorg moves the transaction of a paid deposit to another block',
    run: moveDeposit,
  },
  undoneRevert: {
    description: 'a payment reverts, and a reorg turns the revert into a success',
    change: (file) => {
      for (const chain of file.chains) chain.payoutConfirmations = PAYOUT_CONFIRMATIONS;
    },
    run: undoRevert,
  },
  outgrownFee: { description: 'the base fee rises above the fee of a signed payment', run: outgrowFee },
  lateReceipt: {
    description: 'a process broadcasts an included payment again before it reads the receipt',
    run: readReceiptLate,
  },
  restoredBackup: {
    description: 'an operator restores a backup that is older than two pending payments',
    replayProtection: true,
    signerProcess: true,
    run: restoreBackup,
  },
  lostDatabase: {
    description: 'the service loses its database after a payment and starts on an empty one',
    replayProtection: true,
    run: loseDatabase,
  },
  killedBetweenDeposits: {
    description: 'SIGKILL ends a process while it stores deposits; the next process starts much later',
    run: killBetweenDeposits,
  },
  refusedInBatch: { description: 'one recipient of a batch refuses the payment', run: refuseInBatch },
  removedDeposit: {
    description: 'a reorg removes a deposit between its acceptance and its payment',
    run: removeDeposit,
  },
} as const satisfies Readonly<Record<string, Scenario>>;

export type ScenarioName = keyof typeof SCENARIOS;
