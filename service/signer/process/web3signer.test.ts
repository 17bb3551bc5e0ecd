import { chmod, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Hex } from 'viem';
import { keccak256, numberToHex, parseSignature, serializeTransaction } from 'viem';
import { generatePrivateKey, privateKeyToAccount, sign } from 'viem/accounts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestAuthority } from '../../../tools/lab/service/testCertificates.ts';
import type { StandInAnswer, Web3SignerStandIn } from '../../../tools/lab/service/web3SignerStandIn.ts';
import { startWeb3SignerStandIn } from '../../../tools/lab/service/web3SignerStandIn.ts';
import type { WorkFolder } from '../../../tools/lab/service/workFolder.ts';
import { createWorkFolder } from '../../../tools/lab/service/workFolder.ts';
import type { TransactionToSign } from '../../chain/transactions.ts';
import { toSerializable } from '../../chain/transactions.ts';
import { createKeySigner } from '../client/signer.ts';
import { openKey, readKeyAddress } from './keys.ts';

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const privateKey = generatePrivateKey();
const account = privateKeyToAccount(privateKey);
const transaction: TransactionToSign = {
  ...{ chainId: 7, nonce: 3, gasLimit: 100_000n, fees: { maxFee: 50n, tip: 2n } },
  call: { to: `0x${'3'.repeat(40)}`, data: '0x1234', value: 5n },
};
const legacy: TransactionToSign = { ...transaction, fees: { maxFee: 50n, tip: 50n, isLegacy: true } };

let folder: WorkFolder;
let standIn: Web3SignerStandIn;

beforeEach(async () => {
  folder = await createWorkFolder();
  standIn = await startWeb3SignerStandIn(privateKey);
});
afterEach(async () => {
  await standIn.stop();
  await folder.remove();
});

const write = (file: object) => folder.write('maker.json', JSON.stringify(file));
const open = async (change: object = {}) =>
  openKey(await write({ web3signer: standIn.url, publicKey: standIn.publicKey, ...change }), {});

const refused = (message: RegExp) => ({ code: 'KEY_UNAVAILABLE', message: expect.stringMatching(message) });
/** Distorts only signatures. */
function answerSigning(distort: (honest: StandInAnswer) => StandInAnswer | 'hang'): void {
  standIn.distort = (honest, path) => (path.includes('/sign/') ? distort(honest) : honest);
}
const withBody = (body: string) => answerSigning((honest) => ({ ...honest, body }));
const signatureOf = (asked: TransactionToSign, key = privateKey) =>
  sign({ hash: keccak256(serializeTransaction(toSerializable(asked))), privateKey: key, to: 'hex' });
const join = (r: Hex, s: bigint, v: bigint) =>
  `${r}${numberToHex(s, { size: 32 }).slice(2)}${numberToHex(v, { size: 1 }).slice(2)}`;

describe('a key that Web3Signer has', () => {
  test.each([
    ['an EIP-1559 transaction', transaction],
    ['a legacy transaction', legacy],
  ])('signs %s like a key in memory, and Web3Signer sees what it signs', async (_what, asked) => {
    const signer = await open();
    expect(signer.address).toBe(account.address);
    await signer.probe();
    expect(await signer.signTransaction(asked)).toBe(await createKeySigner(privateKey).signTransaction(asked));
    expect(standIn.asked).toEqual([serializeTransaction(toSerializable(asked))]);
  });

  test('gives the account without asking Web3Signer', async () => {
    const { url: web3signer, publicKey } = standIn;
    const path = await write({ web3signer, publicKey: publicKey.toUpperCase().replace('0X', '0x') });
    await standIn.stop();
    expect(await readKeyAddress(path)).toBe(account.address);
    standIn = await startWeb3SignerStandIn(privateKey);
  });
});

describe('an answer of Web3Signer is refused in words', () => {
  const wrong = /not one of this transaction by the key of 0x\w+ with a low s/;

  test.each<readonly [string, () => Promise<string>]>([
    ['another transaction', () => signatureOf({ ...transaction, nonce: 4 })],
    ['the same transaction on another chain', () => signatureOf({ ...transaction, chainId: 8 })],
    ['the transaction by another key', () => signatureOf(transaction, generatePrivateKey())],
    [
      'the transaction with a high s',
      async () => {
        const { r, s, yParity } = parseSignature(await signatureOf(transaction));
        return join(r, ORDER - BigInt(s), yParity === 0 ? 28n : 27n);
      },
    ],
    [
      'the transaction with the other parity',
      async () => {
        const { r, s, yParity } = parseSignature(await signatureOf(transaction));
        return join(r, BigInt(s), yParity === 0 ? 28n : 27n);
      },
    ],
    ['nothing: r and s are 0', async () => `0x${'00'.repeat(64)}1b`],
  ])('when it signs %s', async (_what, make) => {
    withBody(await make());
    await expect((await open()).signTransaction(transaction)).rejects.toMatchObject(refused(wrong));
  });

  test.each([
    ['not hex', 'yes'],
    ['empty', ''],
    ['a whole transaction', `0x02${'00'.repeat(100)}`],
    ['a signature with more bytes', `0x${'11'.repeat(64)}1b00`],
    ['another v', `0x${'11'.repeat(64)}25`],
  ])('when it is %s', async (_what, body) => {
    withBody(body);
    const signing = (await open()).signTransaction(transaction);
    await expect(signing).rejects.toMatchObject(refused(/answered something other than a signature/));
  });

  test('when it is an error, a redirect, too long or late', async () => {
    const signer = await open();
    const expectRefusal = (message: RegExp) =>
      expect(signer.signTransaction(transaction)).rejects.toMatchObject(refused(message));
    answerSigning(() => ({ status: 500, body: '' }));
    await expectRefusal(/answered 500/);
    answerSigning(() => ({ status: 404, body: '' }));
    await expectRefusal(/does not have the key/);
    answerSigning(() => ({ status: 307, body: '', headers: { location: standIn.url } }));
    await expectRefusal(/answered 307/);
    withBody('0'.repeat(100_000));
    await expectRefusal(/gives no answer/);
    answerSigning(() => 'hang');
    const startedAt = performance.now();
    await expectRefusal(/gives no answer/);
    expect(performance.now() - startedAt).toBeGreaterThan(1900);
    standIn.distort = async (honest) => {
      await sleep(2500);
      return honest;
    };
    await expectRefusal(/gives no answer/);
  });
});

test('a probe fails if Web3Signer is down, has another key, or answers nonsense', async () => {
  const signer = await open();
  standIn.distort = (honest) => ({ ...honest, body: '[]' });
  await expect(signer.probe()).rejects.toMatchObject(refused(/does not have the key of 0x/));
  standIn.distort = (honest) => ({ ...honest, body: 'UP' });
  await expect(signer.probe()).rejects.toMatchObject(refused(/something other than a list/));
  standIn.distort = () => 'hang';
  await expect(signer.probe()).rejects.toMatchObject(refused(/gives no answer/));
  await standIn.stop();
  await expect(signer.probe()).rejects.toMatchObject(refused(/gives no answer/));
  standIn = await startWeb3SignerStandIn(privateKey);
});

test('reaches a Web3Signer on another machine over TLS, with certificates that are read again for each request', async () => {
  const authority = await createTestAuthority(folder.path);
  const [own, client] = await Promise.all([
    authority.issue('web3signer', { names: ['localhost'], usage: 'serverAuth' }),
    authority.issue('signer', { names: ['signer'], usage: 'clientAuth' }),
  ]);
  const remote = await startWeb3SignerStandIn(privateKey, own);
  try {
    const tls = { certFile: client.cert, keyFile: client.key, caFile: client.ca };
    const signer = await open({ web3signer: remote.url, tls });
    await signer.probe();
    await chmod(client.key, 0o644);
    await expect(signer.probe()).rejects.toMatchObject(refused(/chmod 600/));
    await chmod(client.key, 0o600);
    await signer.signTransaction(transaction);
    await rm(client.cert);
    await expect(signer.signTransaction(transaction)).rejects.toMatchObject(refused(/cannot be read/));
  } finally {
    await remote.stop();
  }
});

test.each([
  [{ web3signer: 'http://10.0.0.9:9000' }, 'must be https'],
  [{ web3signer: 'https://web3signer.internal:9000' }, 'with "tls" beside it'],
  [{ web3signer: 'http://127.0.0.1:9000/path' }, 'must be https'],
  [{ web3signer: 'nonsense' }, 'must be https'],
  [{ publicKey: '0x1234' }, '128 hex digits'],
  [{ surplus: 1 }, 'names a Web3Signer, but'],
])('a file with %o is refused', async (change, message) => {
  await expect(open(change)).rejects.toMatchObject({
    code: 'KEYSTORE_REFUSED',
    message: expect.stringContaining(message),
  });
});
