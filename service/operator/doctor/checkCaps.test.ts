import { parseEther, zeroAddress } from 'viem';
import { expect, test } from 'vitest';
import { createSampleCatalog, pickChain } from '../../../tools/lab/service/sampleCatalog.ts';
import { checkCaps } from './checkChain.ts';

/** What doctor says about Southshore's cap of ETH, which no route moves. */
async function check(cap: bigint) {
  const catalog = createSampleCatalog(({ chains: [, south], tokens }) => {
    Object.assign(south ?? {}, { maxGasDrop: '0.05' });
    const eth = tokens.find(({ name }) => name === 'ETH');
    for (const transfer of eth?.transfers ?? []) Object.assign(transfer, { closed: true, max: '0.01', min: '0.001' });
  });
  const readContract = async ({ args }: { args?: readonly unknown[] }) =>
    args?.[0] === zeroAddress ? { perPayment: cap, perWindow: cap } : { perPayment: 10n ** 30n, perWindow: 10n ** 30n };
  const findings = await checkCaps(catalog, pickChain(catalog, 'Southshore'), { readContract } as never);
  return findings.find(({ check: name }) => name.endsWith('cap of ETH'));
}

test('the cap of a native token covers the largest gas drop', async () => {
  expect(await check(parseEther('0.05'))).toMatchObject({ ok: true, detail: '0.05 covers maxGasDrop' });
  expect(await check(parseEther('0.04'))).toMatchObject({
    ...{ ok: false, detail: 'it is 0.04, below 0.05, maxGasDrop of Southshore' },
    fix: 'Lower maxGasDrop, or let the owner schedule setCap',
  });
});
