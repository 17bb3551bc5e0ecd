import type { Hex } from 'viem';
import { encodeAbiParameters, keccak256, pad } from 'viem';
import { waitUntil } from '../../../processes/waitUntil.ts';
import { findProblems } from '../../harness/findProblems.ts';
import type { ServiceUnderTest } from '../../harness/serviceUnderTest.ts';
import { FINISH_MS, WORKERS_WITHOUT_SIGN, waitForState } from './scenario.ts';

/** The blocks that a payment needs, more than the chain mines before the reorg. */
export const PAYOUT_CONFIRMATIONS = 40;

/** After the payment, a reorg moves the deposit's transaction to another place in another block. */
export async function moveDeposit(service: ServiceUnderTest): Promise<readonly string[]> {
  const { origin } = service.testbed;
  await service.start('first');
  const other = await service.deposit({ user: 1 });
  const deposit = await service.deposit();
  await service.finishes(2, FINISH_MS);
  await origin.blocks.pause();
  const head = await origin.chain.client.getBlockNumber();
  const depth = Number(head - other.blockNumber) + 1;
  await origin.chain.reorganise(depth, [
    [other.raw, 0],
    [deposit.raw, 0],
  ]);
  const { blockHash } = await origin.chain.client.getTransactionReceipt({ hash: deposit.hash });
  origin.blocks.resume();
  const hasMoved = async () =>
    (await service.query('select 1 from deposits where tx_hash = $1 and block_hash = $2', [deposit.hash, blockHash]))
      .length > 0;
  await waitUntil(hasMoved, { what: 'the deposit in its new block' });
  await service.finishes(2, FINISH_MS);
  return findProblems(service, { transfers: 2 });
}

/** Removes the vault's USDC, so that a payout reverts. OpenZeppelin's ERC-20 stores balances in a mapping at slot 0. */
async function emptyVault({ testbed }: ServiceUnderTest): Promise<void> {
  const { chain, token } = testbed.destination;
  const owner = testbed.destination.deployment.vault;
  const index = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [owner, 0n]));
  await chain.client.setStorageAt({ address: token('USDC'), index, value: pad('0x') });
}

/** A payment reverts. A reorg then puts it into a block where it succeeds. */
export async function undoRevert(service: ServiceUnderTest): Promise<readonly string[]> {
  const { chain, blocks } = service.testbed.destination;
  const { client } = chain;
  const step = 'sign.nonceTaken';
  const first = await service.start('first', { triggers: [{ step, action: { kind: 'wait' } }] });
  await service.deposit();
  await first.waitForStep(step);
  await blocks.pause();
  const before = await client.getBlockNumber();
  await emptyVault(service);
  blocks.resume();
  first.release();
  const reverted = await waitUntil(async () => {
    const [row] = await service.query<{ hash: Hex; raw: Hex }>('select hash, raw from attempts');
    if (!row) return null;
    const receipt = await client.getTransactionReceipt({ hash: row.hash }).catch(() => null);
    return receipt?.status === 'reverted' ? row : null;
  });
  const hasRead = async () => (await service.query('select 1 from sends where mined_hash is not null')).length > 0;
  await waitUntil(hasRead, { what: 'the reverted payment in the database' });
  await blocks.pause();
  // anvil stores a block's state as the start of the next block, so the reorg must replace `before` too.
  const depth = Number((await client.getBlockNumber()) - before) + 1;
  await chain.reorganise(depth, [[reverted.raw, 0]]);
  await chain.mine(PAYOUT_CONFIRMATIONS);
  blocks.resume();
  await service.finishes(1, FINISH_MS);
  return findProblems(service, { transfers: 1 });
}

/** A reorg removes an accepted deposit for good. The next process signs before it reads the new blocks. */
export async function removeDeposit(service: ServiceUnderTest): Promise<readonly string[]> {
  const { origin } = service.testbed;
  const accepting = await service.start('accepting', { workers: WORKERS_WITHOUT_SIGN });
  const deposit = await service.deposit();
  await waitForState(service, 'confirmed', 1);
  await accepting.kill();
  await origin.blocks.pause();
  const head = await origin.chain.client.getBlockNumber();
  await origin.chain.reorganise(Number(head - deposit.blockNumber) + 1);
  origin.blocks.resume();
  // The worker that accepts sets a time too.
  await service.query('update transfers set retry_at = null');
  const first = await service.start('first', {
    triggers: [{ step: 'watch.logsRead', chainId: origin.chain.id, action: { kind: 'wait' } }],
  });
  await first.waitForStep('watch.logsRead');
  // The service either finds no deposit and tries again later, or signs.
  const hasTried = async () =>
    (await service.query("select 1 from transfers where retry_at is not null or state <> 'confirmed'")).length > 0;
  await waitUntil(hasTried, { what: 'a try to pay the removed deposit' });
  first.release();
  const hasNoticed = async () =>
    (await service.query("select 1 from transfers where state = 'unseen' union all select 1 from incidents")).length >
    0;
  await waitUntil(hasNoticed, { what: 'the removal of the deposit in the database' });
  return findProblems(service, { transfers: 0 });
}
