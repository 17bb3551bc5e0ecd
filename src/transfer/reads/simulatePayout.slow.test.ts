import type { Hex } from 'viem';
import { concatHex, encodeFunctionData, parseEther, toHex, zeroAddress } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import { compileContracts } from '../../../contracts/artifacts.ts';
import { deployVault } from '../../../contracts/deploy.ts';
import type { TestChain } from '../../../tools/lab/chains/testChain.ts';
import { startTestChain } from '../../../tools/lab/chains/testChain.ts';
import type { ChainClient } from '../../chain/chainClients.ts';
import type { PayoutRefusal } from '../model/payoutRefusal.ts';
import { simulatePayout } from './simulatePayout.ts';

let chain: TestChain;

beforeAll(async () => {
  chain = await startTestChain(44_107);
});

afterAll(() => chain?.stop());

/** Code that reverts with less gas than this. */
const needing = (gas: number): Hex => concatHex(['0x62', toHex(gas, { size: 3 }), '0x5a10600a57005b5f5ffd']);
const REVERTS: Hex = '0x5f5ffd';

// The first two instructions of `needing` take 5 of the 102,300 gas.
const RECIPIENTS: readonly (readonly [what: string, code: Hex, refusal: PayoutRefusal['kind'] | null])[] = [
  ['an ordinary account', '0x', null],
  ['a contract that accepts', '0x00', null],
  ['a contract that refuses', REVERTS, 'fails'],
  ['an invalid instruction', '0xfe', 'fails'],
  ['an endless loop', '0x5b5f56', 'gas'],
  ['code that needs all of the gas', needing(102_295), null],
  ['code that needs more than the gas', needing(102_296), 'fails'],
];

it('agrees with the vault about every recipient, also about accounts that delegate to its code', async () => {
  const { client } = chain;
  const [payer, owner, guardian] = [
    await chain.createAccount(),
    await chain.createAccount(),
    await chain.createAccount(),
  ];
  const caps = [{ token: zeroAddress, perPayment: parseEther('2'), perWindow: parseEther('5') }];
  const vault = await deployVault(chain, {
    ...{ artifacts: await compileContracts(), owner: owner.address, guardian: guardian.address },
    ...{ payers: [payer.address], delay: 86_400n, window: 3_600n, caps },
  });
  await client.setBalance({ address: vault, value: parseEther('3') });

  for (const [what, bytecode, expected] of RECIPIENTS) {
    const { address: contract } = await chain.createAccount();
    await client.setCode({ address: contract, bytecode });
    const { address: delegated } = await chain.createAccount();
    await client.setCode({ address: delegated, bytecode: concatHex(['0xef0100', contract]) });
    for (const recipient of [contract, delegated]) {
      const amount = parseEther('1');
      const payout = { vault, recipient, amount };
      const { refusal } = await simulatePayout(client as unknown as ChainClient, payout);
      expect(refusal?.kind ?? null, what).toBe(expected);
      const args = [toHex(1, { size: 32 }), zeroAddress, recipient, amount] as const;
      const data = encodeFunctionData({ abi: vaultAbi, functionName: 'pay', args });
      const paid = client.call({ account: payer.address, to: vault, data, gas: 1_000_000n });
      expect(
        await paid.then(
          () => true,
          () => false,
        ),
        what,
      ).toBe(expected === null);
    }
  }
});
