import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as v from 'valibot';
import type { Address, Hash, Hex, PrivateKeyAccount, TransactionReceipt } from 'viem';
import {
  createWalletClient,
  custom,
  formatEther,
  isHash,
  isHex,
  keccak256,
  TransactionReceiptNotFoundError,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { NATIVE_DECIMALS } from '#shared/amount.ts';
import { address } from '../../boot/fields.ts';
import { readPrivateFile, writePrivateFile } from '../../boot/privateFiles.ts';
import { isPrivateKey } from '../../boot/signerSettings.ts';
import { SetupRefused } from './conversation.ts';
import type { ConnectedChain } from './endpoints.ts';
import { ask, askAll } from './endpoints.ts';

// A set-up command spends a person's money, and it can be killed at any time. So it stores each signed transaction before it sends it.
// The next run sends the same one again, which the chain can include only once.

/** What a transaction is for. */
const purposeSchema = v.variant('kind', [
  v.strictObject({ kind: v.literal('deploy'), contract: v.picklist(['depositContract', 'vault']) }),
  v.strictObject({ kind: v.literal('fund'), what: v.string() }),
]);
type Purpose = v.InferOutput<typeof purposeSchema>;

const hex = v.custom<Hex>((value) => isHex(value));
const hash = v.custom<Hash>((value) => typeof value === 'string' && isHash(value));
const sendingSchema = v.strictObject({
  chain: v.string(),
  from: address,
  nonce: v.number(),
  hash,
  raw: hex,
  purpose: purposeSchema,
});
/** A signed transaction whose result is not in the file yet. */
export type Sending = v.InferOutput<typeof sendingSchema>;

const pathIn = (folder: string) => join(folder, 'sending.json');

/** The transaction that an interrupted command left, or null. @throws SetupRefused */
export async function readSending(folder: string): Promise<Sending | null> {
  const path = pathIn(folder);
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new SetupRefused(`${path} cannot be read. Correct its permissions.`, { cause: error });
  });
  if (text === null) return null;
  if (!text.endsWith('\n')) {
    // A command that was killed while it wrote the file had not sent the transaction.
    await forgetSending(folder);
    return null;
  }
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), sendingSchema), text);
  if (parsed.success) return parsed.output;
  throw new SetupRefused(
    `${path} is broken. It named a transaction that may have been sent. Look for the last transaction of your account, then delete the file.`,
  );
}

/** Forgets a transaction whose result is in the file, or which failed. */
export async function forgetSending(folder: string): Promise<void> {
  await rm(pathIn(folder), { force: true });
}

async function storeSending(folder: string, sending: Sending): Promise<void> {
  await writePrivateFile(pathIn(folder), `${JSON.stringify(sending, null, 2)}\n`);
}

/** Reads the key of the account that deploys and funds. @throws SetupRefused, PrivateFileRefused */
export async function readAccount(keyFile: string): Promise<PrivateKeyAccount> {
  const key = (await readPrivateFile(keyFile)).trim();
  if (!isPrivateKey(key)) throw new SetupRefused(`${keyFile} has no private key: 0x and 64 hex digits.`);
  return privateKeyToAccount(key);
}

/** A call without a recipient creates a contract. */
export type Call = { readonly to: Address | null; readonly data?: Hex; readonly value?: bigint };

/** The most that a call costs now, with its value. */
export async function estimateCost({ client, chain }: ConnectedChain, from: Address, call: Call): Promise<bigint> {
  const { to, data, value = 0n } = call;
  const request = { account: from, ...(to !== null && { to }), ...(data !== undefined && { data }), value };
  try {
    const [gas, price] = await Promise.all([client.estimateGas(request), client.getGasPrice()]);
    return gas * price + value;
  } catch (error) {
    throw new SetupRefused(
      `${chain.name}: the transaction of ${from} would fail. Its balance is ${formatEther(await client.getBalance({ address: from }))} ${chain.nativeToken}.`,
      { cause: error },
    );
  }
}

/**
 * The next nonce of an account. The highest answer counts: with a lower one, the address of a new contract would be that of an
 * earlier contract.
 * @throws SetupRefused while the account has transactions that no block contains
 */
async function readNextNonce(connected: ConnectedChain, from: Address): Promise<number> {
  const counts = (blockTag: 'latest' | 'pending') =>
    askAll(connected, (client) => client.getTransactionCount({ address: from, blockTag }));
  const [latest, pending] = [Math.max(...(await counts('latest'))), Math.max(...(await counts('pending')))];
  if (pending > latest) {
    throw new SetupRefused(
      `${connected.chain.name}: ${from} has sent transactions that no block contains yet. Wait for them, then run the command again, so that nothing is sent twice.`,
    );
  }
  return latest;
}

const NO_URL = { default: { http: [] } } as const;

async function sign({ client, chain }: ConnectedChain, account: PrivateKeyAccount, call: Call & { nonce: number }) {
  const wallet = createWalletClient({
    account,
    transport: custom(client),
    chain: {
      ...{ id: chain.id, name: chain.name, rpcUrls: NO_URL },
      nativeCurrency: { name: chain.nativeToken, symbol: chain.nativeToken, decimals: NATIVE_DECIMALS },
    },
  });
  const { to, data, value, nonce } = call;
  const request = await wallet.prepareTransactionRequest({
    ...{ account, to, nonce },
    ...(data !== undefined && { data }),
    ...(value !== undefined && { value }),
  });
  return wallet.signTransaction(request);
}

const RECEIPT_TIMEOUT_MS = 300_000;

/** Whether every endpoint says that another transaction has used the nonce. */
async function isReplaced(connected: ConnectedChain, { from, nonce }: Sending): Promise<boolean> {
  const counts = await askAll(connected, (client) => client.getTransactionCount({ address: from }));
  return counts.every((count) => count > nonce);
}

async function findReceipt({ client }: ConnectedChain, { hash: sent }: Sending): Promise<TransactionReceipt | null> {
  return client.getTransactionReceipt({ hash: sent }).catch((error: unknown) => {
    if (error instanceof TransactionReceiptNotFoundError) return null;
    throw error;
  });
}

/**
 * Sends a stored transaction, also one that was sent before, and waits until a block has it.
 * @returns null, after the transaction was forgotten, when another one has used its nonce
 * @throws SetupRefused
 */
export async function finishSending(
  connected: ConnectedChain,
  { folder, sending }: { readonly folder: string; readonly sending: Sending },
): Promise<TransactionReceipt | null> {
  const { client, chain } = connected;
  const place = `${chain.name}: the transaction ${sending.hash} of ${sending.from} with nonce ${sending.nonce}`;
  // An endpoint refuses a transaction that it knows, or whose nonce is used. The receipt decides.
  const refusal = await client.sendRawTransaction({ serializedTransaction: sending.raw }).then(
    () => null,
    (error: unknown) => error,
  );
  const deadline = Date.now() + RECEIPT_TIMEOUT_MS;
  for (;;) {
    const wasReplaced = await isReplaced(connected, sending);
    const receipt = await findReceipt(connected, sending);
    if (receipt?.status === 'success') return receipt;
    if (receipt || wasReplaced) {
      await forgetSending(folder);
      if (!receipt) return null;
      throw new SetupRefused(`${place} reverted. Look it up in an explorer, then run the command again.`);
    }
    const isKnown = await client.getTransaction({ hash: sending.hash }).then(
      () => true,
      () => false,
    );
    if (refusal !== null && !isKnown) {
      throw new SetupRefused(
        `${place} was refused by rpcUrls 1. It is stored: run the command again to send it, or spend its nonce with another transaction.`,
        { cause: refusal },
      );
    }
    if (Date.now() >= deadline) throw new SetupRefused(`${place} is in no block yet. Run the command again later.`);
    await delay(client.pollingInterval);
  }
}

/** Signs, stores and sends a transaction. Its result must be stored before `forgetSending`. @throws SetupRefused */
export async function sendStored(
  connected: ConnectedChain,
  { folder, account, call, purpose }: { folder: string; account: PrivateKeyAccount; call: Call; purpose: Purpose },
): Promise<{ readonly sending: Sending; readonly receipt: TransactionReceipt }> {
  const nonce = await readNextNonce(connected, account.address);
  const raw = await sign(connected, account, { ...call, nonce });
  const sending = { chain: connected.chain.name, from: account.address, nonce, hash: keccak256(raw), raw, purpose };
  await storeSending(folder, sending);
  const receipt = await finishSending(connected, { folder, sending });
  if (!receipt) {
    throw new SetupRefused(
      `${connected.chain.name}: another transaction of ${account.address} has used the nonce ${nonce}. Let only one command use this account at a time, then run this one again.`,
    );
  }
  return { sending, receipt };
}

/** The lowest block in which an endpoint saw a transaction: a later one would leave out deposits. */
export async function readLowestBlock(connected: ConnectedChain, sent: Hash): Promise<number> {
  const blocks = connected.endpoints.map((endpoint) =>
    ask(endpoint, async (client) => Number((await client.getTransactionReceipt({ hash: sent })).blockNumber)),
  );
  return Math.min(...(await Promise.all(blocks)));
}
