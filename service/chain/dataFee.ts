import type { Hex } from 'viem';
import {
  BaseError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  parseAbi,
  serializeTransaction,
} from 'viem';
import { NATIVE_TOKEN_ADDRESS } from '#shared/address.ts';
import type { TransactionFees } from '../domain/gasPrice.ts';
import { payCall } from '../domain/payment.ts';
import type { ChainClient } from './chainClient.ts';
import { knownPaymentGas } from './paymentGas.ts';
import { samplePayment } from './samplePayment.ts';
import type { TransactionToSign } from './transactions.ts';
import { toSerializable } from './transactions.ts';

/** The contract that every OP-stack chain has at this address (https://specs.optimism.io/protocol/predeploys.html). */
export const GAS_PRICE_ORACLE = '0x420000000000000000000000000000000000000F';

const oracleAbi = parseAbi([
  'function getL1Fee(bytes data) view returns (uint256)',
  'function getOperatorFee(uint256 gasUsed) view returns (uint256)',
]);

/** A transaction before it is signed. The oracle adds what a signature costs. */
type UnsignedTransaction = Omit<TransactionToSign, 'chainId' | 'nonce'>;

// The highest nonce that a busy wallet reaches. A longer nonce costs more.
const LONG_NONCE = 0xffffff;

/** An oracle from before the upgrade named Isthmus has no operator fee, and its chain charges none. */
function isUnknownFunction(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false;
  return (
    error.walk((cause) => cause instanceof ContractFunctionRevertedError) !== null ||
    error.walk((cause) => cause instanceof ContractFunctionZeroDataError) !== null
  );
}

/**
 * Reads what a chain charges for a transaction beside its gas, in wei. On an OP-stack chain these are the fee for the data on the
 * parent chain, and the fee of the chain's operator. Other chains charge nothing, or include it in the gas.
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

/** Reads what a chain charges for a usual payment beside its gas, in wei. A token's address adds little to the data. */
export function readSampleDataFee(client: ChainClient, fees: TransactionFees): Promise<bigint> {
  const call = payCall(client.chain.vault, samplePayment(NATIVE_TOKEN_ADDRESS));
  return readDataFee(client, { call, fees, gasLimit: knownPaymentGas(client, NATIVE_TOKEN_ADDRESS) });
}
