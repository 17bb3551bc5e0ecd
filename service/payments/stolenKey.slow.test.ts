import type { Hash, Hex } from 'viem';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LabInstallation } from '../../tools/lab/installation/installationFile.ts';
import type { TestInstallation } from '../../tools/lab/installation/testInstallation.ts';
import { startTestInstallation } from '../../tools/lab/installation/testInstallation.ts';
import type { TestService } from '../../tools/lab/installation/testService.ts';
import type { TestTransfer } from '../../tools/lab/installation/testTransfer.ts';
import { waitUntil } from '../../tools/lab/processes/waitUntil.ts';
import { removePayer, replaceHotWallet } from '../../tools/lab/service/replaceHotWallet.ts';
import type { Readiness } from '../operator/readiness.ts';
import { payBatchCall } from './model/payment.ts';
import { haltSender } from './senders.ts';

let installation: TestInstallation;
let transfer: TestTransfer;
/** The payout that the stolen key has signed and that is in no block. */
let stolen: Hex;

// A removed payer can't become a payer again, so each test has its own vaults.
beforeEach(async () => {
  installation = await startTestInstallation('postgresql');
  await installation.reset();
  installation.keepMining();
  const service = await installation.start({ without: ['broadcast'] });
  transfer = await installation.deposit();
  await transfer.untilReceipt(/payout on Southshore is signed/);
  await service.stop();
  const [attempt] = await installation.query<{ raw: Hex }>('select raw from attempts order by nonce desc');
  if (!attempt) throw new Error('no payout was signed');
  stolen = attempt.raw;
});

afterEach(() => installation?.stop());

async function findSenderProblem({ operatorUrl }: TestService): Promise<string | null> {
  const readiness: Readiness = await (await fetch(`${operatorUrl}/ready`)).json();
  const senders = readiness.checks.find(({ name }) => name === 'senders');
  return senders?.ok === false ? senders.detail : null;
}

/** Starts the service with a new key, while the previous vaults still let the old one pay. */
async function startWithNewKey(payoutConfirmations: number) {
  const { change, signer } = await replaceHotWallet(installation.bridge);
  const service = await installation.start({
    signer,
    change: (file: LabInstallation) => {
      change(file);
      file.lab.operatorPort = 0;
      for (const chain of file.chains) chain.payoutConfirmations = payoutConfirmations;
    },
  });
  await transfer.untilReceipt(
    /the former hot wallet 0x\w{40} is no longer a payer of the vault 0x\w{40} on Southshore/,
  );
  return service;
}

const paid = () => {
  const { destination } = installation.bridge;
  return destination.chain.balanceOf(destination.token('USDC'), transfer.user.address);
};

test('a payout of a stolen key waits until the key is no longer a payer, and is then made once with the new key', async () => {
  const { destination, hotWallet } = installation.bridge;
  const { client } = destination.chain;
  await haltSender(installation.database(), installation.senderKey, 'a thief used a nonce');
  const service = await startWithNewKey(3);
  expect(await findSenderProblem(service)).toMatch(/halted on Southshore/);
  expect(await paid()).toBe(0n);

  await removePayer(destination, hotWallet.address);
  await transfer.delivered();
  const amount = await paid();
  expect(amount).toBeGreaterThan(0n);
  expect(await transfer.payouts()).toEqual([]);
  await waitUntil(async () => (await findSenderProblem(service)) === null, { what: 'the end of the halt' });
  const [send] = await installation.query('select state, gas_cost from sends where address = $1', [hotWallet.address]);
  // The transaction is in no block, so nothing is burnt.
  expect(send).toEqual({ state: 'revoked', gasCost: 0n });
  const reverts = (await transfer.events()).filter(({ cause }) => cause === 'payoutReverted');
  expect(reverts.map(({ detail }) => detail)).toEqual([
    expect.stringMatching(/the former hot wallet 0x\w{40} signed it at nonce \d+/),
  ]);

  const late = await client.sendRawTransaction({ serializedTransaction: stolen });
  expect((await client.waitForTransactionReceipt({ hash: late })).status).toBe('reverted');
  expect(await paid()).toBe(amount);
});

test('a payout of a stolen key that is mined after a reorg of the removal is not made again', async () => {
  const { destination, hotWallet } = installation.bridge;
  const { chain } = destination;
  const service = await startWithNewKey(4);
  expect(await findSenderProblem(service)).toMatch(
    /^1 unsettled payments of the former hot wallet 0x\w{40} on Southshore wait until it is no longer a payer$/,
  );
  await chain.withoutMining(async () => {
    await removePayer(destination, hotWallet.address);
    await transfer.untilReceipt(/waits until the removal of the former hot wallet 0x\w{40} is final on Southshore/);
    await chain.reorganise(1);
    await transfer.untilReceipt(/is no longer a payer of the vault/);
    await chain.client.sendRawTransaction({ serializedTransaction: stolen });
  });
  const { hash } = await transfer.delivered();
  const [payment, ...others] = await transfer.payouts();
  expect(others).toEqual([]);
  expect(hash).toBe(payment?.hash);
  expect(await paid()).toBe(payment?.amount);
});

test('reports each payout of which a thief has paid only a part, signed or not', async () => {
  const { bridge } = installation;
  const { chain, deployment, token } = bridge.destination;
  const service = await installation.start({ without: ['sign', 'broadcast'] });
  const unsigned = await installation.deposit();
  await unsigned.until('confirmed');
  await service.stop();
  const transfers = [transfer, unsigned];
  const payments = await Promise.all(
    transfers.map(async (one) => ({ id: await one.id(), token: token('USDC'), to: one.user.address, amount: 1n })),
  );
  const call = payBatchCall(deployment.vault, payments);
  await chain.client.sendTransaction({ account: bridge.hotWallet, chain: null, ...call });

  await startWithNewKey(3);
  await removePayer(bridge.destination, bridge.hotWallet.address);
  for (const one of transfers) await one.until('delivered');
  const incidents = await installation.query<{ transferId: Hash; detail: string }>(
    "select transfer_id, detail from incidents where kind = 'paymentUnproven'",
  );
  expect(incidents.map(({ transferId }) => transferId).sort()).toEqual(payments.map(({ id }) => id).sort());
  for (const { detail } of incidents) expect(detail).toMatch(/^1 of \d+ base units were paid, in 0x[0-9a-f]{64}$/);
});
