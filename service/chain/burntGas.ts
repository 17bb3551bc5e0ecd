import type { Hash, Hex, TransactionSerializedEIP1559, TransactionSerializedLegacy } from 'viem';
import { keccak256, parseTransaction, recoverTransactionAddress } from 'viem';
import { isSameAddress } from '#shared/address.ts';
import { vaultsOf } from '../domain/catalog.ts';
import type { Call, Payment } from '../domain/payment.ts';
import { decodePayments, isBatch } from '../domain/payment.ts';
import type { ChainClient } from './chainClient.ts';
import { findPaidIds } from './paymentRecords.ts';
import { findMined } from './transactions.ts';

/** What a failed transaction cost the hot wallet, in wei, and the number of payments that share it. */
export type BurntGas = { readonly gasCost: bigint; readonly payments: number };

type SignedCall = { readonly call: Call; readonly payments: readonly Payment[]; readonly maxGasCost: bigint };

/** An EIP-1559 transaction starts with its type, and a legacy one is an RLP list. The hot wallet signs no other type. */
function isSigned(raw: Hex): raw is TransactionSerializedEIP1559 | TransactionSerializedLegacy {
  return /^0x(?:02|[c-f])/.test(raw);
}

/** The call of signed bytes, if the hot wallet of the chain signed it for one of its vaults. */
async function readSignedCall({ chain }: ChainClient, raw: Hex): Promise<SignedCall | null> {
  if (!isSigned(raw)) return null;
  const { to, data = '0x', gas = 0n, maxFeePerGas, gasPrice } = parseTransaction(raw);
  const maxGasPrice = maxFeePerGas ?? gasPrice ?? 0n;
  if (!to || !vaultsOf(chain).some((vault) => isSameAddress(vault, to))) return null;
  if (!isSameAddress(await recoverTransactionAddress({ serializedTransaction: raw }), chain.hotWallet)) return null;
  const payments = decodePayments(data);
  return payments && { call: { to, data, value: 0n }, payments, maxGasCost: gas * maxGasPrice };
}

/**
 * Reads from the chain what a failed payment of an id burnt. The stored bytes count only where their hash is the
 * transaction's, so a changed row of the database cannot charge a refund.
 * @returns null if the chain has no such failure
 */
export async function readBurntGas(
  client: ChainClient,
  { id, hash, raw }: { readonly id: Hash; readonly hash: Hash; readonly raw: Hex },
): Promise<BurntGas | null> {
  const signed = keccak256(raw) === hash ? await readSignedCall(client, raw) : null;
  if (!signed?.payments.some((payment) => payment.id === id)) return null;
  const mined = await findMined(client, hash);
  if (!mined) return null;
  // A batch succeeds without the payments that fail. A call of a single payment succeeds only with it.
  if (mined.succeeded && (!isBatch(signed.call) || findPaidIds(client, mined.logs).includes(id))) return null;
  const { maxGasCost } = signed;
  return { gasCost: mined.gasCost < maxGasCost ? mined.gasCost : maxGasCost, payments: signed.payments.length };
}
