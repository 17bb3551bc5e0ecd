import type { Address, Hash, Hex } from 'viem';

// What an RPC endpoint answers, as far as a proof needs it. Quantities are hex numbers ("0x1b4").

export type RpcHeader = {
  readonly hash: Hash;
  readonly parentHash: Hash;
  readonly sha3Uncles: Hash;
  readonly miner: Address;
  readonly stateRoot: Hash;
  readonly transactionsRoot: Hash;
  readonly receiptsRoot: Hash;
  readonly logsBloom: Hex;
  readonly difficulty: Hex;
  readonly number: Hex;
  readonly gasLimit: Hex;
  readonly gasUsed: Hex;
  readonly timestamp: Hex;
  readonly extraData: Hex;
  readonly mixHash: Hash;
  readonly nonce: Hex;
  readonly baseFeePerGas?: Hex | null;
  readonly withdrawalsRoot?: Hash | null;
  readonly blobGasUsed?: Hex | null;
  readonly excessBlobGas?: Hex | null;
  readonly parentBeaconBlockRoot?: Hash | null;
  readonly requestsHash?: Hash | null;
};

type AccessList = readonly { readonly address: Address; readonly storageKeys: readonly Hash[] }[];

type Authorization = {
  readonly chainId: Hex;
  readonly address: Address;
  readonly nonce: Hex;
  readonly yParity?: Hex;
  readonly v?: Hex;
  readonly r: Hex;
  readonly s: Hex;
};

export type RpcTransaction = {
  readonly hash: Hash;
  readonly type?: Hex;
  readonly chainId?: Hex;
  readonly nonce: Hex;
  readonly gas: Hex;
  readonly gasPrice?: Hex;
  readonly maxPriorityFeePerGas?: Hex;
  readonly maxFeePerGas?: Hex;
  readonly maxFeePerBlobGas?: Hex;
  readonly blobVersionedHashes?: readonly Hash[];
  readonly from: Address;
  readonly to?: Address | null;
  readonly value: Hex;
  readonly input: Hex;
  readonly accessList?: AccessList;
  readonly authorizationList?: readonly Authorization[];
  readonly v?: Hex;
  readonly yParity?: Hex;
  readonly r?: Hex;
  readonly s?: Hex;
  /** For a deposit on the OP stack. */
  readonly sourceHash?: Hash;
  readonly mint?: Hex;
  readonly isSystemTx?: boolean;
};

export type RpcReceipt = {
  readonly transactionHash: Hash;
  readonly type?: Hex;
  readonly status?: Hex;
  /** Before Byzantium, a receipt had a state root instead of the status. */
  readonly root?: Hash;
  readonly cumulativeGasUsed: Hex;
  readonly logsBloom: Hex;
  readonly logs: readonly { readonly address: Address; readonly topics: readonly Hash[]; readonly data: Hex }[];
  /** For a deposit on the OP stack. */
  readonly depositNonce?: Hex;
  readonly depositReceiptVersion?: Hex;
};

/** A block with everything that its hash covers and a proof needs, in transaction order. */
export type RpcBlock = {
  readonly header: RpcHeader;
  readonly transactions: readonly RpcTransaction[];
  readonly receipts: readonly RpcReceipt[];
  /** The signed bytes, by hash, of transactions whose type this code can't encode. */
  readonly rawTransactions?: ReadonlyMap<Hash, Hex>;
};
