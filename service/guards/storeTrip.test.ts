import { expect, test } from 'vitest';
import { createSampleCatalog } from '../../tools/lab/service/sampleCatalog.ts';
import type { Transaction } from '../db/database.ts';
import type { EngineContext } from '../engineContext.ts';
import { storeTrip } from './breaker.ts';

const SCALE = 10n ** 18n;

test('a stop reports at least the payments without deposits, even if a payment is stored while the limits are tested', async () => {
  const catalog = createSampleCatalog((file) => Object.assign(file.guards, { maxNetOutflow: '1000' }));
  const [, chain] = catalog.chains;
  const token = catalog.tokens.find(({ name }) => name === 'USDC')?.deployments.get(chain?.name ?? '');
  if (!chain || !token || !catalog.breaker) throw new Error('the example has two chains, USDC and a breaker');
  let reads = 0;
  const query = async (sql: string) => {
    if (sql.includes('insert into breaker_trips')) return [{ id: 1n }];
    if (!sql.includes('from flows')) return [];
    // Another process stores a payment of 1100 after the first read.
    const isStored = reads > 0;
    reads += 1;
    if (sql.includes('as is_known')) return [{ isKnown: true, value: isStored ? 1100n * SCALE : 0n }];
    const paid = isStored ? 1149n : 49n;
    return [
      { chainId: chain.id, direction: 'out', token: token.address, amount: paid * 10n ** BigInt(token.decimals) },
    ];
  };
  const context = { catalog } as EngineContext;
  const transaction = { query } as unknown as Transaction;
  const first = await storeTrip(context, transaction, catalog.breaker);
  const second = await storeTrip(context, transaction, catalog.breaker);
  expect([first, second]).toEqual([
    null,
    'in 21600 s the vaults paid 1149, 1100 of it without deposits; maxNetOutflow is 1000',
  ]);
});
