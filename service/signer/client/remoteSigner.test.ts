import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Hex } from 'viem';
import { parseTransaction, serializeTransaction } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TransactionToSign } from '../../chain/transactions.ts';
import { toSerializable } from '../../chain/transactions.ts';
import type { RemoteSignerOptions } from './remoteSigner.ts';
import { createRemoteSigner, createSocketRoute } from './remoteSigner.ts';
import { createKeySigner } from './signer.ts';

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const key = generatePrivateKey();
const local = createKeySigner(key);
const transaction: TransactionToSign = {
  chainId: 7,
  nonce: 3,
  call: { to: `0x${'3'.repeat(40)}`, data: '0x1234', value: 5n },
  gasLimit: 100_000n,
  fees: { maxFee: 50n, tip: 2n },
};

let folder: string;
let server: Server;
let answer: { status: number; body: string } | null;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'causeway-signer-'));
  server = createServer((_request, response) => {
    if (answer) response.writeHead(answer.status).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(join(folder, 's'), resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

const remote = (options?: RemoteSignerOptions) =>
  createRemoteSigner(createSocketRoute(join(folder, 's')), privateKeyToAddress(key), options);

function answersRaw(raw: string): void {
  answer = { status: 200, body: JSON.stringify({ raw, signedTo: 4 }) };
}

/** The signature with the high s value, which nodes reject. */
function withHighS(raw: Hex): Hex {
  const { r, s, yParity } = parseTransaction(raw);
  if (!r || !s) throw new Error('the transaction is not signed');
  const highS: Hex = `0x${(ORDER - BigInt(s)).toString(16).padStart(64, '0')}`;
  return serializeTransaction(toSerializable(transaction), { r, s: highS, yParity: yParity === 0 ? 1 : 0 });
}

describe('the answer of a signer', () => {
  test('is accepted if it is the transaction signed by the maker', async () => {
    const raw = await local.signTransaction(transaction);
    answersRaw(raw);
    expect(await remote().signTransaction(transaction, [])).toEqual({ raw, signedTo: 4 });
  });

  test('is accepted for a legacy transaction, and only if it is the requested one', async () => {
    const fees = { maxFee: 50n, tip: 50n, isLegacy: true } as const;
    const raw = await local.signTransaction({ ...transaction, fees });
    expect(parseTransaction(raw)).toMatchObject({ type: 'legacy', chainId: 7, gasPrice: 50n });
    answersRaw(raw);
    expect(await remote().signTransaction({ ...transaction, fees }, [])).toEqual({ raw, signedTo: 4 });
    for (const other of [
      { ...transaction, fees, chainId: 8 },
      { ...transaction, fees: { maxFee: 50n, tip: 50n } },
    ]) {
      await expect(remote().signTransaction(other, [])).rejects.toMatchObject({ code: 'SIGNER_UNAVAILABLE' });
    }
  });

  const signed = (change: Partial<TransactionToSign>) => local.signTransaction({ ...transaction, ...change });
  test.each<readonly [string, () => Promise<string>]>([
    ['another nonce', () => signed({ nonce: 4 })],
    ['another chain', () => signed({ chainId: 8 })],
    ['another amount', () => signed({ call: { ...transaction.call, value: 6n } })],
    ['another recipient', () => signed({ call: { ...transaction.call, to: `0x${'4'.repeat(40)}` } })],
    ['other fees', () => signed({ fees: { maxFee: 51n, tip: 2n } })],
    ['other gas', () => signed({ gasLimit: 100_001n })],
    ['another account', () => createKeySigner(generatePrivateKey()).signTransaction(transaction)],
    ['a high s value', async () => withHighS(await local.signTransaction(transaction))],
    ['trailing bytes', async () => `${await local.signTransaction(transaction)}00`],
    ['no signature', async () => serializeTransaction(toSerializable(transaction))],
    ['nonsense', async () => '0x02'],
    ['not hex', async () => 'yes'],
  ])('is rejected with %s', async (_what, make) => {
    answersRaw(await make());
    await expect(remote().signTransaction(transaction, [])).rejects.toMatchObject({ code: 'SIGNER_UNAVAILABLE' });
  });

  test.each([
    { status: 500, body: '{}' },
    { status: 200, body: 'nothing' },
    { status: 200, body: 'x'.repeat(200_000) },
  ])('counts as unavailable if it is %o', async (given) => {
    answer = given;
    await expect(remote().signTransaction(transaction, [])).rejects.toMatchObject({ code: 'SIGNER_UNAVAILABLE' });
  });

  test('counts as unavailable if it does not come in time', async () => {
    answer = null;
    const hanging = remote({ signTimeoutMs: 300 }).signTransaction(transaction, []);
    await expect(hanging).rejects.toMatchObject({ code: 'SIGNER_UNAVAILABLE', cause: { name: 'AbortError' } });
  });

  test('is a refusal with its reason when the status is 403', async () => {
    answer = { status: 403, body: '{"refused":"too much"}' };
    await expect(remote().signTransaction(transaction, [])).rejects.toMatchObject({
      code: 'SIGNER_REFUSED',
      message: 'too much',
    });
  });

  test('to a probe proves the account', async () => {
    const nextNonces = [{ chainId: 31337, nonce: 7 }];
    answer = { status: 200, body: JSON.stringify({ address: local.address, nextNonces }) };
    expect(await remote().probe()).toEqual(new Map([[31337, 7]]));
    const views = [{ chainId: 31337, fingerprint: 'ab' }];
    answer = { status: 200, body: JSON.stringify({ address: local.address, nextNonces, views }) };
    expect(await remote().readViews?.()).toEqual(new Map([[31337, 'ab']]));
    const other = privateKeyToAddress(generatePrivateKey());
    answer = { status: 200, body: JSON.stringify({ address: other, nextNonces }) };
    await expect(remote().probe()).rejects.toMatchObject({ code: 'WRONG_SIGNER' });
    server.close();
    server.closeAllConnections();
    await rm(join(folder, 's'), { force: true });
    await expect(remote().probe()).rejects.toMatchObject({ code: 'SIGNER_UNAVAILABLE' });
  });
});
