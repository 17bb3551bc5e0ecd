import { randomBytes } from 'node:crypto';
import type { Address, Hash, Hex, TransactionSerializedEIP1559, TransactionSerializedLegacy } from 'viem';
import {
  BaseError,
  bytesToHex,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  keccak256,
  parseAbi,
  parseTransaction,
  recoverTransactionAddress,
  serializeTransaction,
  slice,
} from 'viem';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import { isSameAddress, NATIVE_TOKEN_ADDRESS } from '#shared/address.ts';
import type { Chain } from '../boot/model/catalog.ts';
import { vaultsOf } from '../boot/model/catalog.ts';
import { assumedGas } from '../boot/model/chainFamily.ts';
import type { Call, Payment } from '../payments/model/payment.ts';
import { decodePayments, isBatch, payCall } from '../payments/model/payment.ts';
import type { ChainClient } from './chainClient.ts';
import type { FeeMarket, TransactionFees } from './model/gasPrice.ts';
import { findPaidIds } from './paymentRecords.ts';
import type { TransactionToSign } from './transactions.ts';
import { findMined, toSerializable } from './transactions.ts';

/** Reads a chain's current gas price. A chain without a base fee has only legacy transactions. */
export async function readFeeMarket({ reader }: ChainClient): Promise<FeeMarket> {
  // A legacy chain's node doesn't know tips, and its refusal would count as a failure. So the block is read first.
  const { baseFeePerGas: baseFee } = await reader.getBlock({ blockTag: 'latest' });
  if (baseFee === null) return { baseFee: 0n, tip: await reader.getGasPrice(), isLegacy: true };
  return { baseFee, tip: await reader.estimateMaxPriorityFeePerGas({ chain: null }) };
}

/**
 * A payment that is never made: to an account without any of the token, which costs the most gas. To a known account,
 * anyone could send the token, and so lower the fees of everyone. Random bytes also don't compress, like real payments.
 */
export function samplePayment(token: Address): Payment {
  const id = bytesToHex(randomBytes(32));
  return { id, token, to: slice(id, 0, 20), amount: 1n, gasDrop: 0n };
}

/** What a failed transaction cost the hot wallet, in wei, and the number of payments that share it. */
type BurntGas = { readonly gasCost: bigint; readonly payments: number };

type SignedCall = { readonly call: Call; readonly payments: readonly Payment[]; readonly maxGasCost: bigint };

/**
 * An EIP-1559 transaction starts with its type, and a legacy one is an RLP list. The hot wallet signs no other type.
 */
function isSigned(raw: Hex): raw is TransactionSerializedEIP1559 | TransactionSerializedLegacy {
  return /^0x(?:02|[c-f])/.test(raw);
}

/** The call in signed bytes, if the chain's hot wallet signed it for one of its vaults. */
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
 * Reads from the chain what gas a failed payment of an id burnt. The stored bytes count only if their hash is the
 * transaction's, so a tampered database row cannot charge a refund.
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
  // A batch succeeds even if some of its payments fail. A call with a single payment succeeds only with it.
  if (mined.succeeded && (!isBatch(signed.call) || findPaidIds(client, mined.logs).includes(id))) return null;
  const { maxGasCost } = signed;
  return { gasCost: mined.gasCost < maxGasCost ? mined.gasCost : maxGasCost, payments: signed.payments.length };
}

// A token contract rarely changes what a transfer costs.
const KEEP_MS = 600_000;
// On this family, gas follows the price of data on the parent chain.
const KEEP_MS_ON_ARBITRUM = 30_000;
const MARGIN_PERCENT = 120n;

function keepMs({ family }: Pick<Chain, 'family'>): number {
  return family === 'arbitrum' ? KEEP_MS_ON_ARBITRUM : KEEP_MS;
}

/**
 * @returns null if the vault would refuse the sample, for example because it has no funds. Then nothing can be paid.
 */
async function measure({ chain, reader }: ChainClient, token: Address): Promise<bigint | null> {
  const { id, to, amount } = samplePayment(token);
  try {
    const gas = await reader.estimateContractGas({
      ...{ address: chain.vault, abi: vaultAbi, functionName: 'pay', args: [id, token, to, amount] },
      account: chain.hotWallet,
    });
    return (gas * MARGIN_PERCENT) / 100n;
  } catch (error) {
    const isRevert =
      error instanceof BaseError && error.walk((cause) => cause instanceof ContractFunctionRevertedError) !== null;
    if (isRevert) return null;
    throw error;
  }
}

/** The gas of a payment of a token, as last measured; assumed before the first measurement. */
export function knownPaymentGas({ chain, gas }: Pick<ChainClient, 'chain' | 'gas'>, token: Address): bigint {
  return gas.get(token)?.gas ?? assumedGas(chain);
}

/** Measures the gas of a payment of a token with a simulation, and adds a margin. It caches the result for minutes. */
export async function readPaymentGas(client: ChainClient, token: Address): Promise<bigint> {
  const { chain, gas: memory } = client;
  const now = performance.now();
  const known = memory.get(token);
  if (known && now - known.measuredAt < keepMs(chain)) return known.gas;
  const gas = await measure(client, token);
  if (gas !== null) memory.set(token, { gas, measuredAt: now });
  return knownPaymentGas(client, token);
}

/** The contract at this address on every OP-stack chain (https://specs.optimism.io/protocol/predeploys.html). */
export const GAS_PRICE_ORACLE = '0x420000000000000000000000000000000000000F';

const oracleAbi = parseAbi([
  'function getL1Fee(bytes data) view returns (uint256)',
  'function getOperatorFee(uint256 gasUsed) view returns (uint256)',
]);

/** A transaction before it is signed. The oracle adds what a signature costs. */
type UnsignedTransaction = Omit<TransactionToSign, 'chainId' | 'nonce'>;

// The highest nonce a busy wallet reaches. A longer nonce costs more.
const LONG_NONCE = 0xffffff;

/** An oracle from before the Isthmus upgrade has no operator fee, and its chain charges none. */
function isUnknownFunction(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false;
  return (
    error.walk((cause) => cause instanceof ContractFunctionRevertedError) !== null ||
    error.walk((cause) => cause instanceof ContractFunctionZeroDataError) !== null
  );
}

/**
 * Reads what a chain charges for a transaction in addition to gas, in wei. On an OP-stack chain, this is the fee for
 * data on the parent chain plus the operator fee. Other chains charge nothing extra, or include it in the gas.
 */
export async function readDataFee({ chain, reader }: ChainClient, transaction: UnsignedTransaction): Promise<bigint> {
  if (chain.family !== 'opStack') return 0n;
  const data: Hex = serializeTransaction(toSerializable({ ...transaction, chainId: chain.id, nonce: LONG_NONCE }));
  const oracle = { address: GAS_PRICE_ORACLE, abi: oracleAbi } as const;
  const [dataFee, operatorFee] = await Promise.all([
    reader.readContract({ ...oracle, functionName: 'getL1Fee', args: [data] }),
    reader
      .readContract({ ...oracle, functionName: 'getOperatorFee', args: [transaction.gasLimit] })
      .catch((error: unknown) => {
        if (isUnknownFunction(error)) return 0n;
        throw error;
      }),
  ]);
  return dataFee + operatorFee;
}

/**
 * Reads what a chain charges for a typical payment in addition to gas, in wei. A token's address adds little to the
 * data.
 */
export function readSampleDataFee(client: ChainClient, fees: TransactionFees): Promise<bigint> {
  const call = payCall(client.chain.vault, samplePayment(NATIVE_TOKEN_ADDRESS));
  return readDataFee(client, { call, fees, gasLimit: knownPaymentGas(client, NATIVE_TOKEN_ADDRESS) });
}
