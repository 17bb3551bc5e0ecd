import type { Hex } from 'viem';
import { setVaultFunds } from '../chains/setVaultCap.ts';
import type { Installation } from '../installation/installation.ts';
import { waitUntil } from '../processes/waitUntil.ts';
import type { StepDrill } from './drill.ts';
import { FINISH_MS, WORKERS_WITHOUT_SIGN, waitForState } from './steps.ts';

/** The confirmations of a payment: more blocks than the chain mines before the reorg. */
const PAYOUT_CONFIRMATIONS = 40;

/** After the payment, a reorg moves the deposit's transaction to another position in another block. */
async function moveDeposit(installation: Installation): Promise<void> {
  const { origin } = installation.testbed;
  await installation.start('first');
  const other = await installation.deposit({ user: 1 });
  const deposit = await installation.deposit();
  await installation.finishes(2, FINISH_MS);
  await origin.chain.pause();
  const head = await origin.chain.client.getBlockNumber();
  const depth = Number(head - other.blockNumber) + 1;
  await origin.chain.reorganise(depth, [
    [other.raw, 0],
    [deposit.raw, 0],
  ]);
  const { blockHash } = await origin.chain.client.getTransactionReceipt({ hash: deposit.hash });
  origin.chain.resume();
  const hasMoved = async () =>
    (
      await installation.query('select 1 from deposits where tx_hash = $1 and block_hash = $2', [
        deposit.hash,
        blockHash,
      ])
    ).length > 0;
  await waitUntil(hasMoved, { what: 'the deposit in its new block' });
  await installation.finishes(2, FINISH_MS);
}

/** A payment reverts. A reorg then puts it into a block where it succeeds. */
async function undoRevert(installation: Installation): Promise<void> {
  const { destination } = installation.testbed;
  const { chain } = destination;
  const { client } = chain;
  const step = 'sign.nonceTaken';
  const first = await installation.start('first', { triggers: [{ step, action: { kind: 'wait' } }] });
  await installation.deposit();
  await first.waitForStep(step);
  await chain.pause();
  const before = await client.getBlockNumber();
  // The payout reverts.
  await setVaultFunds(destination, destination.token('USDC'), 0n);
  chain.resume();
  first.release();
  const reverted = await waitUntil(async () => {
    const [row] = await installation.query<{ hash: Hex; raw: Hex }>('select hash, raw from attempts');
    if (!row) return null;
    const receipt = await client.getTransactionReceipt({ hash: row.hash }).catch(() => null);
    return receipt?.status === 'reverted' ? row : null;
  });
  const hasRead = async () => (await installation.query('select 1 from sends where mined_hash is not null')).length > 0;
  await waitUntil(hasRead, { what: 'the reverted payment in the database' });
  await chain.pause();
  // anvil stores a block's state with the next block, so the reorg must replace `before` too.
  const depth = Number((await client.getBlockNumber()) - before) + 1;
  await chain.reorganise(depth, [[reverted.raw, 0]]);
  await chain.mine(PAYOUT_CONFIRMATIONS);
  chain.resume();
  await installation.finishes(1, FINISH_MS);
}

/** A reorg permanently removes an accepted deposit. The next process signs before it reads the new blocks. */
async function removeDeposit(installation: Installation): Promise<void> {
  const { origin } = installation.testbed;
  const accepting = await installation.start('accepting', { workers: WORKERS_WITHOUT_SIGN });
  const deposit = await installation.deposit();
  await waitForState(installation, 'confirmed', 1);
  await accepting.kill();
  await origin.chain.pause();
  const head = await origin.chain.client.getBlockNumber();
  await origin.chain.reorganise(Number(head - deposit.blockNumber) + 1);
  origin.chain.resume();
  // Accepting a deposit also sets a retry time.
  await installation.query('update transfers set retry_at = null');
  const first = await installation.start('first', {
    triggers: [{ step: 'watch.logsRead', chainId: origin.chain.id, action: { kind: 'wait' } }],
  });
  await first.waitForStep('watch.logsRead');
  // The service either finds no deposit and retries later, or signs.
  const hasTried = async () =>
    (await installation.query("select 1 from transfers where retry_at is not null or state <> 'confirmed'")).length > 0;
  await waitUntil(hasTried, { what: 'an attempt to pay the removed deposit' });
  first.release();
  const hasNoticed = async () =>
    (await installation.query("select 1 from transfers where state = 'unseen' union all select 1 from incidents"))
      .length > 0;
  await waitUntil(hasNoticed, { what: 'the removal of the deposit in the database' });
}

export const REORGS = [
  {
    kind: 'steps',
    name: 'movedDeposit',
    title: 'a reorg moves the transaction of a paid deposit to another block',
    run: moveDeposit,
    expect: { transfers: 2 },
  },
  {
    kind: 'steps',
    name: 'undoneRevert',
    title: 'a payment reverts, and a reorg turns it into a success',
    change: (file) => {
      for (const chain of file.chains) chain.payoutConfirmations = PAYOUT_CONFIRMATIONS;
    },
    run: undoRevert,
    expect: { transfers: 1 },
  },
  {
    kind: 'steps',
    name: 'removedDeposit',
    title: 'a reorg removes a deposit after it was accepted and before it is paid',
    run: removeDeposit,
    expect: { transfers: 0 },
  },
] as const satisfies readonly StepDrill[];
