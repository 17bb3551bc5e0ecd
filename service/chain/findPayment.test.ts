import type { Address } from 'viem';
import { encodeAbiParameters, encodeEventTopics, numberToHex, pad, zeroAddress } from 'viem';
import { expect, test } from 'vitest';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import { createScriptedClient } from '../../tools/lab/endpoints/scriptedClient.ts';
import { createSampleCatalog, pickRoute } from '../../tools/lab/service/sampleCatalog.ts';
import { findPayment, isPaymentOf } from './paymentRecords.ts';

const { destination: chain, destinationToken } = pickRoute(createSampleCatalog(), 'USDC');
const ID = pad('0x07');
const [PERSON, THIEF]: readonly [Address, Address] = [`0x${'3'.repeat(40)}`, `0x${'4'.repeat(40)}`];
const due = { id: ID, token: destinationToken.address, to: PERSON, amount: 50n, gasDrop: 5n };

type Paid = { readonly token: Address; readonly to?: Address; readonly amount: bigint };

/** What the service says about a payment that these events of one transaction show. */
async function isMade(payments: readonly Paid[]): Promise<boolean> {
  const logs = payments.map(({ token, to = PERSON, amount }, index) => ({
    ...{ address: chain.vault, blockNumber: '0x1', blockHash: pad('0x1'), logIndex: numberToHex(index) },
    ...{ transactionHash: pad('0x0a'), transactionIndex: '0x0', removed: false },
    topics: encodeEventTopics({ abi: vaultAbi, eventName: 'Paid', args: { payer: chain.hotWallet, id: ID, to } }),
    data: encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [token, amount]),
  }));
  const client = createScriptedClient(chain, ({ method }) => (method === 'eth_getLogs' ? logs : '0x1'));
  const found = await findPayment(client, due);
  return found !== null && isPaymentOf(found, due);
}

test('a payment on the chain is the due one only with exactly its gas drop, to its recipient', async () => {
  const token = { token: due.token, amount: 50n };
  expect(await isMade([token, { token: zeroAddress, amount: 5n }])).toBe(true);
  expect(await isMade([{ token: zeroAddress, amount: 5n }, token])).toBe(true);
  const others: readonly (readonly Paid[])[] = [
    [token],
    [token, { token: zeroAddress, amount: 4n }],
    [token, { token: zeroAddress, amount: 6n }],
    [token, { token: zeroAddress, to: THIEF, amount: 5n }],
    [token, { token: zeroAddress, amount: 5n }, { token: zeroAddress, amount: 5n }],
    [{ token: zeroAddress, amount: 5n }],
    [
      { ...token, to: THIEF },
      { token: zeroAddress, amount: 5n },
    ],
    [],
  ];
  for (const payments of others) expect(await isMade(payments)).toBe(false);
});
