import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { transferId } from '#shared/transferId.ts';
import type { TestBridge } from '../../../tools/lab/chains/testBridge.ts';
import { createTestBridge } from '../../../tools/lab/chains/testBridge.ts';
import { waitUntil } from '../../../tools/lab/processes/waitUntil.ts';
import type { SignerProcess } from '../../../tools/lab/service/program.ts';
import { startSignerProcess } from '../../../tools/lab/service/program.ts';
import type { SignerFiles } from '../../../tools/lab/service/signerFiles.ts';
import { writeSignerFiles } from '../../../tools/lab/service/signerFiles.ts';
import type { Web3SignerStandIn } from '../../../tools/lab/service/web3SignerStandIn.ts';
import { startWeb3SignerStandIn } from '../../../tools/lab/service/web3SignerStandIn.ts';
import type { WorkFolder } from '../../../tools/lab/service/workFolder.ts';
import { createWorkFolder } from '../../../tools/lab/service/workFolder.ts';
import type { TransactionToSign } from '../../chain/transactions.ts';
import { payCall } from '../../payments/model/payment.ts';
import { createRemoteSigner, createSocketRoute } from '../client/remoteSigner.ts';
import type { DepositReference } from '../client/signer.ts';

let bridge: TestBridge;
let folder: WorkFolder;
let standIn: Web3SignerStandIn;
let files: SignerFiles;
let signer: SignerProcess;
let reference: DepositReference;
let transaction: TransactionToSign;

beforeAll(async () => {
  bridge = await createTestBridge(52_800);
  const user = await bridge.createUser();
  const transactionHash = await bridge.deposit(user, { token: 'USDC', amount: 50_000_000n });
  await bridge.origin.chain.mine(2);
  reference = { chainId: bridge.origin.chain.id, transactionHash, ordinal: 0 };
  const id = transferId({ ...reference, contract: bridge.origin.deployment.depositContract });
  const { chain, deployment, token } = bridge.destination;
  transaction = {
    ...{ chainId: chain.id, nonce: 5, gasLimit: 100_000n, fees: { maxFee: 5n * 10n ** 9n, tip: 10n ** 9n } },
    call: payCall(deployment.vault, { id, token: token('USDC'), to: user.address, amount: 10_000_000n, gasDrop: 0n }),
  };
});
beforeEach(async () => {
  folder = await createWorkFolder();
  standIn = await startWeb3SignerStandIn(bridge.hotWalletKey);
  const installation = bridge.configFile();
  files = await writeSignerFiles(folder, { privateKey: bridge.hotWalletKey, installation });
  const key = { web3signer: standIn.url, publicKey: standIn.publicKey };
  await writeFile(join(files.state, 'maker.json'), JSON.stringify(key));
  await rm(join(files.state, 'keystore-password'));
  signer = startSignerProcess(files.environment);
  await signer.listens;
});
afterEach(async () => {
  await signer.kill('SIGKILL');
  await standIn.stop();
  await folder.remove();
});
afterAll(() => bridge?.stop());

const remote = () => createRemoteSigner(createSocketRoute(files.socketPath), bridge.hotWallet.address);
const sign = async (asked = transaction) => (await remote().signTransaction(asked, [reference])).raw;
const answers = () =>
  waitUntil(() =>
    remote()
      .probe()
      .then(() => true),
  );

test('the signer verifies, counts and remembers a payment, and Web3Signer signs it', async () => {
  await answers();
  expect(await sign()).toMatch(/^0x02/);
  expect(standIn.asked).toHaveLength(1);
  // Web3Signer isn't asked to sign what the policy or the deposit forbids.
  const elsewhere = { ...transaction, call: { ...transaction.call, to: bridge.hotWallet.address } };
  await expect(sign({ ...elsewhere, nonce: 6 })).rejects.toMatchObject({ code: 'SIGNER_REFUSED' });
  const refund = { ...transaction, chainId: bridge.origin.chain.id, nonce: 0 };
  await expect(sign(refund)).rejects.toMatchObject({ code: expect.stringMatching(/SIGNER_(?:REFUSED|UNAVAILABLE)/) });
  expect(standIn.asked).toHaveLength(1);
});

test('while Web3Signer is silent the signer is unavailable, says why, and signs the same payment afterwards', async () => {
  standIn.distort = () => 'hang';
  await expect(remote().probe()).rejects.toMatchObject({ code: 'SIGNER_UNAVAILABLE' });
  await expect(sign()).rejects.toMatchObject({ code: 'SIGNER_UNAVAILABLE' });
  await waitUntil(async () => /gives no answer.*key not usable, nothing is signed/.test(signer.output()));
  standIn.distort = (honest) => honest;
  await answers();
  expect(await sign()).toMatch(/^0x02/);
  await waitUntil(async () => signer.output().includes('transaction signed'));
});
