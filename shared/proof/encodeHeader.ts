import type { Hex } from 'viem';
import type { RpcHeader } from './block.ts';
import type { RlpItem } from './rlp.ts';
import { encodeRlp, rlpInteger } from './rlp.ts';

const quantity = (value: Hex): Hex => rlpInteger(BigInt(value));

/**
 * Encodes a block header. Forks have added fields at its end: London the base fee, Shanghai the withdrawals, Cancun
 * blobs and the beacon root, Prague the requests. OP-stack chains have the same fields. The caller compares the hash,
 * which differs if a header has more fields.
 */
export function encodeHeader(header: RpcHeader): Hex {
  const added: readonly (RlpItem | null | undefined)[] = [
    header.baseFeePerGas && quantity(header.baseFeePerGas),
    header.withdrawalsRoot,
    header.blobGasUsed && quantity(header.blobGasUsed),
    header.excessBlobGas && quantity(header.excessBlobGas),
    header.parentBeaconBlockRoot,
    header.requestsHash,
  ];
  return encodeRlp([
    header.parentHash,
    header.sha3Uncles,
    header.miner,
    header.stateRoot,
    header.transactionsRoot,
    header.receiptsRoot,
    header.logsBloom,
    quantity(header.difficulty),
    quantity(header.number),
    quantity(header.gasLimit),
    quantity(header.gasUsed),
    quantity(header.timestamp),
    header.extraData,
    header.mixHash,
    header.nonce,
    ...added.filter((item) => item !== null && item !== undefined),
  ]);
}
