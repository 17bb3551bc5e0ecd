import type { Address } from 'viem';
import { decodeFunctionData, encodeFunctionResult, zeroAddress } from 'viem';
import { expect, test } from 'vitest';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import { createScriptedClient } from '../../tools/lab/endpoints/scriptedClient.ts';
import { createSampleCatalog, pickChain } from '../../tools/lab/service/sampleCatalog.ts';
import { listPaidTokens, verifyVault } from './verifyVault.ts';

const PAY_WITH_GAS = 'd75558e1';

/** Southshore with gas drops, and no route of its native token. */
function createCatalog(maxGasDrop: string | undefined) {
  return createSampleCatalog(({ chains: [, south], tokens }) => {
    Object.assign(south ?? {}, { maxGasDrop });
    for (const { name, transfers } of tokens) {
      if (name === 'ETH') for (const transfer of transfers) Object.assign(transfer, { closed: true });
    }
  });
}

type Vault = { readonly code: string; readonly uncapped?: Address };

async function verify(maxGasDrop: string | undefined, { code, uncapped }: Vault): Promise<string> {
  const catalog = createCatalog(maxGasDrop);
  const chain = pickChain(catalog, 'Southshore');
  const client = createScriptedClient<readonly [{ data: `0x${string}` }]>(chain, ({ method, params: [{ data }] }) => {
    if (method === 'eth_getCode') return `0x60${code}60`;
    const { functionName, args } = decodeFunctionData({ abi: vaultAbi, data });
    if (functionName === 'isPayer') return encodeFunctionResult({ abi: vaultAbi, functionName, result: true });
    const amount = args?.[0] === uncapped ? 0n : 10n ** 30n;
    const result = { perPayment: amount, perWindow: amount };
    return encodeFunctionResult({ abi: vaultAbi, functionName: 'capOf', result });
  });
  return verifyVault(catalog, client).then(
    () => 'ok',
    (error: unknown) => String(error),
  );
}

test('a vault pays its native token for gas drops, even if no route moves it', () => {
  const tokensOf = (maxGasDrop: string | undefined) => {
    const catalog = createCatalog(maxGasDrop);
    return listPaidTokens(catalog, pickChain(catalog, 'Southshore')).map(({ address }) => address);
  };
  expect(tokensOf('0.01')).toContain(zeroAddress);
  expect(tokensOf(undefined)).not.toContain(zeroAddress);
  const catalog = createCatalog('0.01');
  expect(listPaidTokens(catalog, pickChain(catalog, 'Northshore'))).not.toContainEqual(
    expect.objectContaining({ address: zeroAddress }),
  );
});

test('a vault that lacks payWithGas, or a cap of the native token, is refused where payouts bring gas', async () => {
  expect(await verify('0.01', { code: PAY_WITH_GAS })).toBe('ok');
  expect(await verify('0.01', { code: '' })).toMatch(/cannot pay gas drops: its version is too old.*Remove maxGasDrop/);
  expect(await verify(undefined, { code: '' })).toBe('ok');
  expect(await verify('0.01', { code: PAY_WITH_GAS, uncapped: zeroAddress })).toMatch(/has no cap for ETH/);
  expect(await verify(undefined, { code: '', uncapped: zeroAddress })).toBe('ok');
});
