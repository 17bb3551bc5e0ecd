import fc from 'fast-check';
import type { Hash } from 'viem';
import { keccak256 } from 'viem';
import { expect } from 'vitest';
import { setVaultFunds } from '../../tools/lab/chains/setVaultCap.ts';
import { test } from '../../tools/lab/fixtures.ts';
import type { LabInstallation } from '../../tools/lab/installation/installationFile.ts';
import type { TestInstallation } from '../../tools/lab/installation/testInstallation.ts';
import type { TestTransfer } from '../../tools/lab/installation/testTransfer.ts';
import { systemClock } from '../boot/clock.ts';
import { createLogger } from '../boot/log.ts';
import { createChainClient } from '../chain/chainClient.ts';
import type { EngineContext } from '../engineContext.ts';
import type { Signer } from '../signer/client/signer.ts';
import { createDevelopmentSigner } from '../signer/process/developmentSigner.ts';
import { signPayments } from './sign.ts';

const USDC = 1_000_000n;
const AMOUNTS = [20n, 25n, 40n, 60n, 80n, 100n].map((amount) => amount * USDC);
const RUNS = 25;

async function acceptDeposits(installation: TestInstallation): Promise<readonly Hash[]> {
  installation.keepMining();
  const accepting = await installation.start({ workers: ['fees', 'watch', 'accept'] });
  const [user, other] = [await installation.createUser(), await installation.createUser()];
  const transfers: TestTransfer[] = [];
  for (const [index, amount] of AMOUNTS.entries()) {
    transfers.push(await installation.deposit({ user: index % 3 === 0 ? other : user, amount }));
  }
  for (const transfer of transfers) await transfer.until('confirmed');
  await accepting.stop();
  return (await Promise.all(transfers.map(({ id }) => id()))).sort();
}

// What stops payments after the worker has read the chains and the database for them.
const DUE = 'from transfers where retry_at is null';
const STOPS = {
  pauseAll: "insert into pauses (subject, who, why) values ('all', 'alice', 'a test')",
  unread: 'delete from flow_readings',
  hold: `update transfers set state = 'held', reason = 'a test', reason_code = 'operator_review'
    where id = (select min(id) ${DUE})`,
  reorg: `update deposits set canonical = false where id = (select max(id) ${DUE})`,
} as const;

type Case = {
  readonly due: readonly boolean[];
  readonly funds: bigint;
  readonly exposureCap: number | null;
  readonly unsettled: number;
  readonly stop: { readonly what: keyof typeof STOPS; readonly after: number } | null;
};

const cases: fc.Arbitrary<Case> = fc.record({
  due: fc.array(fc.boolean(), { minLength: AMOUNTS.length, maxLength: AMOUNTS.length }),
  funds: fc.bigInt({ min: 0n, max: 400n }).map((amount) => amount * USDC),
  exposureCap: fc.option(fc.integer({ min: 10, max: 400 })),
  unsettled: fc.constantFrom(0, 0, 0, 15, 16),
  stop: fc.option(
    fc.record({
      what: fc.constantFrom('pauseAll', 'unread', 'hold', 'reorg'),
      after: fc.integer({ min: 1, max: AMOUNTS.length }),
    }),
  ),
});

async function prepareCase(
  installation: TestInstallation,
  ids: readonly Hash[],
  { due, funds, unsettled }: Case,
): Promise<void> {
  const root = installation.database();
  const { hotWallet, destination } = installation.bridge;
  await setVaultFunds(destination, destination.token('USDC'), funds);
  await root.query('truncate attempts, obligations, sends, pauses');
  await root.query('update deposits set canonical = true');
  // Nothing is sent, so each case starts at the same nonce.
  const nonce = await destination.chain.client.getTransactionCount({ address: hotWallet.address });
  await root.query('update senders set next_nonce = $1 where chain_id = $2', [nonce, destination.chain.id]);
  await root.query(
    `update transfers set state = 'confirmed', reason = null, reason_code = null, note = null, note_code = null,
       retry_at = case when id = any($1) then null else now() + interval '1 day' end, failing_since = null, waits_for = null, waiting_since = null`,
    [ids.filter((_, index) => due[index])],
  );
  await root.query(
    `insert into sends (chain_id, address, nonce, call_to, call_data, call_value, call_hash, gas_limit)
     select $1, $2, 1000000 + n, $2, '0x', 0, '0x', 21000 from generate_series(1, $3::int) n`,
    [destination.chain.id, hotWallet.address, unsettled],
  );
  await root.query(
    `insert into flow_readings (chain_id, read_to, confirmed_to, payments_after, read_at)
     select chain_id, 1, 1, 1, now() from chains on conflict (chain_id) do update set read_at = now()`,
  );
}

test('the signer signs nothing that the worker does not store, whatever stops a payment before the signer is asked', async ({
  installation,
}) => {
  const { bridge } = installation;
  const ids = await acceptDeposits(installation);
  const worker = await installation.openDatabaseAs('causeway_worker');
  const logger = createLogger('silent');
  let made = 0;
  const holds = async (one: Case) => {
    await prepareCase(installation, ids, one);
    const change = (file: LabInstallation) => {
      file.guards.maxNetOutflow = '1000000000';
      const { exposureCap: cap } = one;
      if (cap !== null)
        for (const chain of file.chains) Object.assign(chain, { finality: 10_000, exposureCap: String(cap) });
    };
    const { catalog } = bridge.catalog(change);
    const clients = new Map(catalog.chains.map((chain) => [chain.id, createChainClient(chain)]));
    const inner = createDevelopmentSigner(bridge.hotWalletKey, { catalog, logger });
    const signed: Hash[] = [];
    const gasLimits: bigint[] = [];
    const signTransaction: Signer['signTransaction'] = async (transaction, deposits) => {
      gasLimits.push(transaction.gasLimit);
      const signature = await inner.signTransaction(transaction, deposits);
      signed.push(keccak256(signature.raw));
      return signature;
    };
    let prepared = 0;
    const reportStep: EngineContext['reportStep'] = async (step) => {
      if (step === 'sign.prepared') prepared += 1;
      if (step !== 'sign.prepared' || prepared !== one.stop?.after) return;
      await installation.query(STOPS[one.stop.what]);
    };
    const signer = { ...inner, signTransaction };
    const context = { catalog, database: worker, clients, signer, clock: systemClock, logger, reportStep };
    const client = clients.get(bridge.destination.chain.id);
    if (!client) throw new Error('the catalog has the destination');
    for (let turn = 0; turn < 2; turn += 1) {
      await signPayments(context, client);
      await installation.query("update transfers set retry_at = null where retry_at < now() + interval '1 hour'");
    }
    const stored = await installation.query<{ hash: Hash }>('select hash from attempts');
    made += stored.length;
    expect(signed.sort()).toEqual(stored.map(({ hash }) => hash).sort());
    // A batch without payments would have a limit of 0.
    expect(gasLimits).not.toContain(0n);
  };
  await fc.assert(fc.asyncProperty(cases, holds), { numRuns: RUNS, endOnFailure: true });
  expect(made).toBeGreaterThan(0);
});
