import type { Hash } from 'viem';
import { encodeAbiParameters, encodeEventTopics, numberToHex, pad, toFunctionSelector } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { paidEvent } from '#shared/abi/vaultAbi.ts';
import { createScriptedClient } from '../../tools/lab/endpoints/scriptedClient.ts';
import { storeDeposits } from '../../tools/lab/postgres/storeDeposits.ts';
import type { TestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import { startTestDatabases } from '../../tools/lab/postgres/testDatabases.ts';
import { createSampleCatalog, pickChain } from '../../tools/lab/service/sampleCatalog.ts';
import { createBookkeeper } from '../books/keepBooks.ts';
import { createLogger } from '../boot/log.ts';
import { rememberChain } from '../chain/chains.ts';
import type { FeeMarket } from '../chain/model/gasPrice.ts';
import type { Database } from '../db/database.ts';
import type { Reason } from '../deposits/model/reasons.ts';
import { because } from '../deposits/model/reasons.ts';
import type { Transfer } from '../deposits/transfers.ts';
import { tryLockTransfer } from '../deposits/transfers.ts';
import type { EngineContext } from '../engineContext.ts';
import { COMMANDS, parseCommandLine } from '../operator/commands/commandLine.ts';
import type { Signer } from '../signer/client/signer.ts';
import { replaceAttempt } from './broadcast.ts';
import { settleRevoked } from './formerWallets.ts';
import { callHash } from './model/payment.ts';
import { insertObligations, readObligations } from './obligations.ts';
import { postponePayment, UNVERIFIED } from './postpone.ts';
import { rememberSender } from './senders.ts';
import { insertAttempt, insertSend, readUnsettledAttempts, readUnsettledSend } from './sends.ts';
import { applyPaid, settleFinalSend } from './settle.ts';

const catalog = createSampleCatalog();
const chain = pickChain(catalog, 'Southshore');
const NOTE = because('funds_short', 'the payment waits for funds');
const WHY = ['--why', 'a test', '--who', 'alice'];
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const key = { chainId: chain.id, address: chain.hotWallet, nonce: 5 } as const;

let databases: TestDatabases;
let database: Database;
let context: EngineContext;
let made = 0;
let id: Hash;

beforeAll(async () => {
  databases = await startTestDatabases('postgresql');
  database = await databases.open();
  for (const chainId of [1, chain.id]) {
    await rememberChain(database, { chainId, genesisHash: pad('0x0'), depositContract: chain.vault });
  }
  await rememberSender(database, { ...key, nextNonce: 5, haltedReason: null });
  const clock = { now: () => new Date(), aheadSeconds: () => 0, findProblem: () => null };
  context = {
    ...{ catalog, database, clients: new Map(), logger: createLogger('silent'), reportStep: async () => {} },
    ...{ clock },
    signer: null as never,
  };
});
beforeEach(async () => {
  made += 1;
  id = pad(numberToHex(made));
  await storeDeposits(database, [{ id }]);
});
afterAll(() => databases?.stop());

type Fields = { readonly failingSince?: Date; readonly retryAt?: Date; readonly note?: Reason };

async function setState(state: string, fields: Fields = {}): Promise<void> {
  await database.query(
    `update transfers set state = $2, receive_amount = 1, recipient = 'x', destination_token = 'x', paying_chain_id = $3,
       failing_since = $4, retry_at = $5, note = $6, note_code = $7 where id = $1`,
    [
      ...[id, state, chain.id, fields.failingSince ?? null, fields.retryAt ?? null],
      ...[fields.note?.text ?? null, fields.note?.code ?? null],
    ],
  );
}

async function readTransfer(): Promise<Transfer> {
  const transfer = await database.transaction((transaction) => tryLockTransfer(transaction, id));
  if (!transfer) throw new Error('the transfer is stored');
  return transfer;
}

async function run(...args: readonly string[]): Promise<void> {
  const line = parseCommandLine(COMMANDS, [...args, ...WHY], 'a name');
  if (line.kind !== 'run') throw new Error('no command');
  await line.run(context);
}

/** Stores a sent payment of the transfer, at the only nonce. */
async function storePayment(): Promise<void> {
  await database.query('truncate attempts, obligations, sends');
  await setState('broadcast');
  await database.transaction(async (transaction) => {
    const { vault: to } = chain;
    await insertSend(transaction, { ...key, call: { to, data: '0x01', value: 0n }, gasLimit: 1n });
    const payment = { token: to, recipient: to, amount: 1n, gasDrop: 0n } as const;
    await insertObligations(transaction, key, [{ transferId: id, kind: 'payout', ...payment }]);
  });
}

describe('a retry while the worker attempts the payment', () => {
  test("is not delayed by that attempt's result", async () => {
    await setState('confirmed', { retryAt: minutesAgo(1) });
    const before = await readTransfer();
    await run('retry', id);
    await postponePayment(context, before, { kind: 'wait', note: NOTE });
    expect(await readTransfer()).toMatchObject({ state: 'confirmed', retryAt: null, note: null });
    await postponePayment(context, await readTransfer(), { kind: 'wait', note: NOTE });
    expect(await readTransfer()).toMatchObject({ retryAt: expect.any(Date), note: NOTE.text });
  });

  test('is not held because of the failures before it', async () => {
    await setState('confirmed', { failingSince: minutesAgo(11), retryAt: minutesAgo(1) });
    const before = await readTransfer();
    await run('retry', id);
    await postponePayment(context, before, { kind: 'fails', note: NOTE });
    expect(await readTransfer()).toMatchObject({ state: 'confirmed', retryAt: null, failingSince: null });
  });

  test('is not ended by a hold that the attempt decided on before it', async () => {
    await setState('confirmed', { retryAt: minutesAgo(1) });
    const before = await readTransfer();
    await run('retry', id);
    const reason = because('operator_review');
    await postponePayment(context, before, { kind: 'hold', reason });
    expect(await readTransfer()).toMatchObject({ state: 'confirmed', retryAt: null });
    await postponePayment(context, await readTransfer(), { kind: 'hold', reason });
    expect(await readTransfer()).toMatchObject({ state: 'held' });
  });

  test('changes nothing if the failures are later than the retry', async () => {
    await setState('confirmed', { retryAt: minutesAgo(1) });
    await run('retry', id);
    await setState('confirmed', { failingSince: minutesAgo(11), retryAt: minutesAgo(1) });
    await postponePayment(context, await readTransfer(), { kind: 'fails', note: NOTE });
    expect(await readTransfer()).toMatchObject({ state: 'held' });
  });
});

test('a payment that fails after a long wait for the signer is not held because of that wait', async () => {
  await setState('confirmed', { failingSince: minutesAgo(50), retryAt: minutesAgo(1), note: UNVERIFIED });
  await postponePayment(context, await readTransfer(), { kind: 'fails', note: NOTE });
  const { state, failingSince } = await readTransfer();
  expect(state).toBe('confirmed');
  expect(failingSince?.getTime()).toBeGreaterThan(minutesAgo(1).getTime());
});

async function readSend() {
  const send = await readUnsettledSend(database, key);
  if (!send) throw new Error('the send is stored');
  return send;
}

/** The final transaction that used the payment's nonce. */
const MINED = {
  ...{ hash: pad('0xaa'), blockNumber: 9n, blockHash: pad('0x9'), blockTime: new Date(), succeeded: true },
  ...{ logs: [], gasCost: 1n, dataCost: 0n },
} as const;

describe('a cancel with a hold while the worker settles the nonce', () => {
  const IS_PAID = toFunctionSelector('isPaid(bytes32)');
  const client = createScriptedClient<readonly [{ readonly data: string }]>(chain, ({ method, params: [call] }) => {
    if (method === 'eth_call' && call.data.startsWith(IS_PAID)) return pad('0x0');
    throw new Error(`no answer to ${method}`);
  });

  beforeEach(storePayment);

  test('holds the transfer of a cancelled nonce', async () => {
    await run('retry', id, '--cancel');
    const send = await readSend();
    await run('hold', id, '--cancel');
    await settleFinalSend(context, client, { send, mined: MINED, isCancel: true, maxGasCost: 1n, final: 9n });
    expect(await readTransfer()).toMatchObject({ state: 'held' });
  });

  test('holds the transfer of a former hot wallet', async () => {
    const send = await readSend();
    await run('hold', id, '--cancel');
    await settleRevoked(context, client, { send, finalBlock: 9n, final: 9n, failed: null });
    expect(await readTransfer()).toMatchObject({ state: 'held' });
  });
});

test('a payment that a vault made in another transaction settles only once that one is final', async () => {
  await storePayment();
  const { vault } = chain;
  const paid = {
    ...{ address: vault, topics: encodeEventTopics({ abi: [paidEvent], args: { payer: vault, id, to: vault } }) },
    ...{ data: encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [vault, 1n]), removed: false },
    ...{ blockNumber: '0xa', blockHash: pad('0xa'), transactionHash: pad('0xcc') },
    ...{ transactionIndex: '0x0', logIndex: '0x0' },
  };
  const client = createScriptedClient(chain, ({ method }) => {
    if (method === 'eth_call') return pad('0x1');
    if (method === 'eth_blockNumber') return '0xa';
    if (method === 'eth_getLogs') return [paid];
    throw new Error(`no answer to ${method}`);
  });
  const send = await readSend();
  const mined = { ...MINED, succeeded: false };
  const settle = (final: bigint) =>
    settleFinalSend(context, client, { send, mined, isCancel: false, maxGasCost: 1n, final });
  await settle(9n);
  expect(await readTransfer()).toMatchObject({ state: 'broadcast' });
  await settle(10n);
  expect(await readTransfer()).toMatchObject({ state: 'delivered', settledHash: paid.transactionHash });
});

test('a payout that is settled twice finishes its transfer once', async () => {
  await storePayment();
  const [obligation] = await readObligations(database, key);
  if (!obligation) throw new Error('the payment is stored');
  const outcome = { kind: 'paid', hash: pad('0xaa'), amount: 1n, at: null } as const;
  const settle = () =>
    database.transaction((transaction) => applyPaid(transaction, chain.id, [{ obligation, outcome }]));
  expect(await settle()).toEqual([{ state: 'delivered', seconds: expect.any(Number) }]);
  expect(await settle()).toEqual([]);
});

test('a bump is dropped when a cancel is requested while it is signed', async () => {
  await storePayment();
  const [hash, other] = [pad('0xbb'), `0x02${'00'.repeat(32)}`] as const;
  const call = { to: chain.vault, data: '0x01', value: 0n } as const;
  const attempt = { ...key, attempt: 0, hash, raw: '0x01', fees: { maxFee: 1n, tip: 1n } } as const;
  await database.transaction((transaction) =>
    insertAttempt(transaction, { ...attempt, kind: 'call', callHash: callHash(call) }),
  );
  const signer = {
    signTransaction: async () => {
      await run('retry', id, '--cancel');
      return { raw: other, signedTo: null };
    },
  } as unknown as Signer;
  const [before] = await readUnsettledAttempts(database, key);
  if (!before) throw new Error('the attempt is stored');
  const market = { baseFee: 10n, tip: 2n } as FeeMarket;
  const clients = new Map([[chain.id, createScriptedClient(chain, () => null)]]);
  const payments = { onAttempt: vi.fn(), onFinished: vi.fn() };
  expect(await replaceAttempt({ ...context, clients, signer, payments }, before, market)).toBe(before);
  expect(payments.onAttempt).not.toHaveBeenCalled();
  expect(await readUnsettledAttempts(database, key)).toHaveLength(1);
});

test('a comparison of the books is dropped if another process has stored one meanwhile', async () => {
  await database.query('update chains set scanned_to = 100, scanned_to_hash = $1 where chain_id = $2', [
    ...[pad('0x64'), chain.id],
  ]);
  const header = {
    hash: pad('0x64'),
    parentHash: pad('0x63'),
    timestamp: '0x9',
    transactions: [],
    baseFeePerGas: '0x1',
  };
  const client = createScriptedClient(chain, ({ method }) => {
    if (method === 'eth_getBlockByNumber') return { ...header, number: '0x64', logsBloom: pad('0x0', { size: 256 }) };
    if (method === 'eth_blockNumber') return '0x64';
    if (method === 'eth_getBalance' || method === 'eth_call') return pad('0x0');
    throw new Error(`no answer to ${method}`);
  });
  let time = Date.now();
  const clock = { ...context.clock, now: () => new Date(time) };
  const other = createBookkeeper({ ...context, clock }, client);
  let hasRun = false;
  const late: Database = {
    ...database,
    transaction: async (work) => {
      if (!hasRun) {
        hasRun = true;
        await other();
      }
      return database.transaction(work);
    },
  };
  const bookkeeper = createBookkeeper({ ...context, clock, database: late }, client);
  time += 3_600_000;
  await bookkeeper();
  const tokens = catalog.tokens.filter(({ deployments }) => deployments.has(chain.name)).length;
  expect(await database.query('select 1 from book_readings')).toHaveLength(tokens + 1);
});
