import type { Hex } from 'viem';
import { keccak256 } from 'viem';
import type { RpcTransaction } from './block.ts';
import type { RlpItem } from './rlp.ts';
import { rlpInteger } from './rlp.ts';
import { typed } from './typed.ts';

const quantity = (value: Hex | undefined): Hex => rlpInteger(BigInt(value ?? '0x0'));

const LEGACY = 0;
const ACCESS_LIST = 1;
const DYNAMIC_FEE = 2;
const BLOBS = 3;
const SET_CODE = 4;
const ARBITRUM_INTERNAL = 0x6a;
export const OP_STACK_DEPOSIT = 0x7e;

type Fields = (transaction: RpcTransaction) => readonly RlpItem[];

const target = ({ to }: RpcTransaction): Hex => to ?? '0x';

const call: Fields = (transaction) => [
  quantity(transaction.gas),
  target(transaction),
  quantity(transaction.value),
  transaction.input,
];

const accessList = ({ accessList: list = [] }: RpcTransaction): RlpItem =>
  list.map(({ address, storageKeys }) => [address, storageKeys]);

const signature: Fields = ({ yParity, v, r, s }) => [quantity(yParity ?? v), quantity(r), quantity(s)];

const dynamicFee: Fields = (transaction) => [
  quantity(transaction.chainId),
  quantity(transaction.nonce),
  quantity(transaction.maxPriorityFeePerGas),
  quantity(transaction.maxFeePerGas),
  ...call(transaction),
  accessList(transaction),
];

const authorizations = ({ authorizationList = [] }: RpcTransaction): RlpItem =>
  authorizationList.map(({ chainId, address, nonce, yParity, v, r, s }) => [
    ...[quantity(chainId), address, quantity(nonce)],
    ...[quantity(yParity ?? v), quantity(r), quantity(s)],
  ]);

/** Each type's fields, in the order of its EIP: 2930, 1559, 4844, 7702, and the OP stack's deposits. */
const fieldsOf: Readonly<Record<number, Fields>> = {
  [LEGACY]: (transaction) => [
    quantity(transaction.nonce),
    quantity(transaction.gasPrice),
    ...call(transaction),
    ...[quantity(transaction.v), quantity(transaction.r), quantity(transaction.s)],
  ],
  [ACCESS_LIST]: (transaction) => [
    quantity(transaction.chainId),
    quantity(transaction.nonce),
    quantity(transaction.gasPrice),
    ...call(transaction),
    accessList(transaction),
    ...signature(transaction),
  ],
  [DYNAMIC_FEE]: (transaction) => [...dynamicFee(transaction), ...signature(transaction)],
  [BLOBS]: (transaction) => [
    ...dynamicFee(transaction),
    quantity(transaction.maxFeePerBlobGas),
    transaction.blobVersionedHashes ?? [],
    ...signature(transaction),
  ],
  [SET_CODE]: (transaction) => [...dynamicFee(transaction), authorizations(transaction), ...signature(transaction)],
  // The first transaction in each Arbitrum block.
  [ARBITRUM_INTERNAL]: ({ chainId, input }) => [quantity(chainId), input],
  [OP_STACK_DEPOSIT]: (transaction) => [
    ...[transaction.sourceHash ?? '0x', transaction.from, target(transaction)],
    ...[quantity(transaction.mint), quantity(transaction.value), quantity(transaction.gas)],
    ...[rlpInteger(transaction.isSystemTx ? 1 : 0), transaction.input],
  ],
};

/**
 * Encodes a transaction as its block's trie contains it.
 * @returns null for a type this code doesn't know, or if the bytes don't have the transaction's hash
 */
export function encodeTransaction(transaction: RpcTransaction): Hex | null {
  const type = Number(transaction.type ?? '0x0');
  const fields = fieldsOf[type];
  if (!fields) return null;
  const bytes = typed(type, fields(transaction));
  return keccak256(bytes) === transaction.hash ? bytes : null;
}
