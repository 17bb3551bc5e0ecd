import { numberToHex, parseEther } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Endpoint } from '../../lab/endpoints/endpoint.ts';
import { startEndpoint } from '../../lab/endpoints/endpoint.ts';
import type { LabInstallation } from '../../lab/installation/installationFile.ts';
import { waitUntil } from '../../lab/processes/waitUntil.ts';
import { waitForMessage } from '../../lab/service/operatorHarness.ts';
import type { TestInstallation } from '../../lab/service/testHarness.ts';
import { createTestHarness } from '../../lab/service/testHarness.ts';
import type { TestService } from '../../lab/service/testService.ts';
import { GAS_PRICE_ORACLE } from '../chain/gas.ts';

const AMOUNT = 50_000_000n;

let harness: TestInstallation;
let legacy: Endpoint;

beforeAll(async () => {
  harness = await createTestHarness('postgresql', 53_700);
  legacy = await startEndpoint(harness.bridge.destination.chain.rpcUrl);
});
beforeEach(() => harness.reset());
afterAll(async () => {
  await legacy?.stop();
  await harness?.stop();
});

/** Sets what the oracle answers to every question, as the bytecode that returns one word. */
async function setDataFee(fee: bigint): Promise<void> {
  const value = numberToHex(fee, { size: 32 }).slice(2);
  const { client } = harness.bridge.destination.chain;
  await client.setCode({ address: GAS_PRICE_ORACLE, bytecode: `0x7f${value}60005260206000f3` });
}

function change(fields: Partial<LabInstallation['chains'][number]>, factor = 5) {
  return (file: LabInstallation) => {
    file.guards.maxGasFactor = factor;
    const [, destination] = file.chains;
    if (destination) Object.assign(destination, fields);
    delete file.lab.payoutGas;
  };
}

async function quoteFee(service: TestService, from: string): Promise<number> {
  const build = await service.ask('get_build_tx', {
    ...{ from_address: from, from_chain_name: 'Northshore', to_address: from },
    ...{ to_chain_name: 'Southshore', token_name: 'USDC', ui_value: '500' },
  });
  expect(build.status).toMatchObject({ code: 0 });
  return Number(build.data.gas_fee.ui_value);
}

test('a quote contains the measured gas and the data fee, and a payout waits while the data fee is far above it', async () => {
  harness.keepMining();
  await setDataFee(0n);
  const user = await harness.createUser();
  const plain = await harness.start({ change: change({ family: 'opStack' }) });
  const fee = await quoteFee(plain, user.address);
  await plain.stop();

  await harness.reset();
  harness.keepMining();
  // Both answers of the oracle are this fee, with half of it as headroom. An ETH costs 3000 USDC.
  await setDataFee(parseEther('0.001'));
  const service = await harness.start({ change: change({ family: 'opStack' }) });
  expect((await quoteFee(service, user.address)) - fee).toBeCloseTo(9, 0);

  await setDataFee(parseEther('0.03'));
  const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
  const { status } = await waitForMessage(service, hash, /until gas on Southshore costs less/);
  expect(status).toMatchObject({ code: 908 });
  expect(await harness.database().query('select 1 from sends')).toEqual([]);
  await setDataFee(parseEther('0.001'));
  await service.waitForReceipt(hash, 0);
  await service.stop();
});

test('a payout on a chain without a base fee is a legacy transaction', async () => {
  harness.keepMining();
  legacy.answer(({ method }) => {
    if (method === 'eth_maxPriorityFeePerGas') return { error: { code: -32_601, message: 'unknown method' } };
    if (!method.startsWith('eth_getBlockBy')) return undefined;
    return {
      change: (block) => (typeof block === 'object' && block !== null ? { ...block, baseFeePerGas: undefined } : block),
    };
  });
  const service = await harness.start({ change: change({ family: 'other', rpcUrls: [legacy.url] }, 1000) });
  const user = await harness.createUser();
  const hash = await harness.bridge.deposit(user, { token: 'USDC', amount: AMOUNT });
  await service.waitForReceipt(hash, 0);
  const { destination } = harness.bridge;
  const [payment] = await harness.payments(destination, user.address);
  if (!payment) throw new Error('no payment');
  expect(await destination.chain.client.getTransaction({ hash: payment.hash })).toMatchObject({ type: 'legacy' });
  await waitUntil(async () => (await harness.payments(destination, user.address)).length === 1);
  await service.stop();
});
