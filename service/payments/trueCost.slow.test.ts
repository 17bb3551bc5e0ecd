import { numberToHex, parseEther } from 'viem';
import { afterAll, expect } from 'vitest';
import type { Endpoint } from '../../tools/lab/endpoints/endpoint.ts';
import { startEndpoint } from '../../tools/lab/endpoints/endpoint.ts';
import { test } from '../../tools/lab/fixtures.ts';
import type { LabInstallation } from '../../tools/lab/installation/installationFile.ts';
import type { TestInstallation } from '../../tools/lab/installation/testInstallation.ts';
import type { TestService } from '../../tools/lab/installation/testService.ts';
import { GAS_PRICE_ORACLE } from '../chain/gas.ts';

let legacy: Endpoint;

test.beforeAll(async ({ sharedInstallation: { bridge } }) => {
  legacy = await startEndpoint(bridge.destination.chain.rpcUrl);
});
afterAll(() => legacy?.stop());

/** Sets the oracle's answer to every question, as bytecode that returns one word. */
async function setDataFee(installation: TestInstallation, fee: bigint): Promise<void> {
  const value = numberToHex(fee, { size: 32 }).slice(2);
  const { client } = installation.bridge.destination.chain;
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

async function quoteFee(service: TestService): Promise<number> {
  const build = await service.build({ ui_value: '500' });
  expect(build.status).toMatchObject({ code: 0 });
  return Number(build.data.gas_fee.ui_value);
}

test('a quote contains the measured gas and the data fee, and a payout waits while the data fee is far above it', async ({
  installation,
}) => {
  installation.keepMining();
  await setDataFee(installation, 0n);
  const plain = await installation.start({ change: change({ family: 'opStack' }) });
  const fee = await quoteFee(plain);
  await plain.stop();

  await installation.reset();
  installation.keepMining();
  // Both of the oracle's answers are this fee, half of it as headroom. An ETH costs 3000 USDC.
  await setDataFee(installation, parseEther('0.001'));
  const service = await installation.start({ change: change({ family: 'opStack' }) });
  expect((await quoteFee(service)) - fee).toBeCloseTo(9, 0);

  await setDataFee(installation, parseEther('0.03'));
  const transfer = await installation.deposit();
  const { status } = await transfer.untilReceipt(/until gas on Southshore costs less/);
  expect(status).toMatchObject({ code: 908 });
  expect(await installation.query('select 1 from sends')).toEqual([]);
  await setDataFee(installation, parseEther('0.001'));
  await transfer.delivered();
});

test('a payout on a chain without a base fee is a legacy transaction', async ({ installation }) => {
  installation.keepMining();
  legacy.answer(({ method }) => {
    if (method === 'eth_maxPriorityFeePerGas') return { error: { code: -32_601, message: 'unknown method' } };
    if (!method.startsWith('eth_getBlockBy')) return undefined;
    return {
      change: (block) => (typeof block === 'object' && block !== null ? { ...block, baseFeePerGas: undefined } : block),
    };
  });
  await installation.start({ change: change({ family: 'other', rpcUrls: [legacy.url] }, 1000) });
  const transfer = await installation.deposit();
  const payout = await transfer.delivered();
  const { client } = installation.bridge.destination.chain;
  expect(await client.getTransaction({ hash: payout.hash })).toMatchObject({ type: 'legacy' });
  expect(await transfer.payouts()).toEqual([payout]);
});
