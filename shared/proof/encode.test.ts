import type { Hex } from 'viem';
import { keccak256, serializeTransaction, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { serializeTransaction as serializeOpStack } from 'viem/op-stack';
import { describe, expect, it } from 'vitest';
import type { RpcHeader, RpcReceipt, RpcTransaction } from './block.ts';
import { encodeHeader } from './encodeHeader.ts';
import { encodeReceipt } from './encodeReceipt.ts';
import { encodeTransaction } from './encodeTransaction.ts';
import { readHeader, readReceipt, readTransaction } from './readBlockParts.ts';
import { buildTrie } from './trie.ts';

const EMPTY_ROOT = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421';
const NO_BLOOM: Hex = `0x${'00'.repeat(256)}`;

describe('encodeHeader', () => {
  // https://github.com/ethereum/tests, BlockchainTests/ValidBlocks/bcExample/cancunExample.json
  const cancun: RpcHeader = {
    hash: '0x10aca3ebb4cf6ddd9e945a5db19385f9c105ede7374380c50d56384c3d233785',
    parentHash: '0x3a9b485972e7353edd9152712492f0c58d89ef80623686b6bf947a4a6dce6cb6',
    sha3Uncles: '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347',
    miner: '0x2adc25665018aa1fe0e6bc666dac8fc2697ff9ba',
    stateRoot: '0x3c837fc158e3e93eafcaf2e658a02f5d8f99abc9f1c4c66cdea96c0ca26406ae',
    transactionsRoot: '0x4409cc4b699384ba5f8248d92b784713610c5ff9c1de51e9239da0dac76de9ce',
    receiptsRoot: '0x46cab26abf1047b5b119ecc2dda1296b071766c8b1307e1381fcecc90d513d86',
    logsBloom: NO_BLOOM,
    difficulty: '0x0',
    number: '0x1',
    gasLimit: '0x7fffffffffffffff',
    gasUsed: '0x2a865',
    timestamp: '0x79e',
    extraData: '0x42',
    mixHash: EMPTY_ROOT,
    nonce: '0x0000000000000000',
    baseFeePerGas: '0x9',
    withdrawalsRoot: EMPTY_ROOT,
    blobGasUsed: '0x20000',
    excessBlobGas: '0x0',
  };

  it('has the hash of a published block with withdrawals and blobs', () => {
    const read = readHeader(encodeHeader(cancun));
    const { transactionsRoot, receiptsRoot } = cancun;
    expect(read).toEqual({ hash: cancun.hash, transactionsRoot, receiptsRoot, number: 1n, timestamp: 0x79en });
  });

  it('omits the fields of later forks, and treats null as a missing field', () => {
    const {
      baseFeePerGas: _fee,
      withdrawalsRoot: _root,
      blobGasUsed: _used,
      excessBlobGas: _excess,
      ...legacy
    } = cancun;
    const withNulls = { ...legacy, baseFeePerGas: null, withdrawalsRoot: null, requestsHash: null };
    expect(encodeHeader(withNulls)).toBe(encodeHeader(legacy));
    expect(keccak256(encodeHeader(legacy))).not.toBe(cancun.hash);
  });
});

describe('encodeReceipt', () => {
  const base: RpcReceipt = {
    transactionHash: EMPTY_ROOT,
    status: '0x1',
    cumulativeGasUsed: '0xb741',
    logsBloom: NO_BLOOM,
    logs: [],
  };

  // A real block's deposit, in the two forms that OP stack clients test.
  it.each([
    [
      'without a version, as before Canyon',
      { depositNonce: '0x3d3bbf' },
      `0x7ef901080182b741b90100${'00'.repeat(256)}c0`,
    ],
    [
      'with nonce and version since Canyon',
      { depositNonce: '0x3d3bbf', depositReceiptVersion: '0x1' },
      `0x7ef9010d0182b741b90100${'00'.repeat(256)}c0833d3bbf01`,
    ],
  ] as const)('writes a deposit on the OP stack %s', (_case, fields, bytes) => {
    expect(encodeReceipt({ ...base, type: '0x7e', ...fields })).toBe(bytes);
    expect(readReceipt(bytes)).toEqual({ isSuccess: true, logs: [] });
  });

  it('has the published root of a block with one receipt of type 1', () => {
    const receipt: RpcReceipt = {
      ...base,
      type: '0x1',
      cumulativeGasUsed: toHex(102_068),
      logsBloom: `0x${'00'.repeat(255)}01`,
      logs: [{ address: `0x${'00'.repeat(20)}`, topics: [], data: '0x' }],
    };
    expect(buildTrie([encodeReceipt(receipt)]).root).toBe(
      '0xfe70ae4a136d98944951b2123859698d59ad251a381abc9960fa81cae3d0d4a0',
    );
  });

  it('writes a state root instead of the status before Byzantium', () => {
    const { status: _status, ...old } = base;
    const bytes = encodeReceipt({ ...old, root: EMPTY_ROOT });
    expect(bytes).toContain(EMPTY_ROOT.slice(2));
    expect(readReceipt(bytes)?.isSuccess).toBe(false);
  });
});

describe('encodeTransaction', () => {
  const account = privateKeyToAccount(`0x${'11'.repeat(32)}`);
  const [ADDRESS, HASH]: [Hex, Hex] = [`0x${'ab'.repeat(20)}`, `0x01${'cd'.repeat(31)}`];
  const call = { chainId: 8453, nonce: 0, to: ADDRESS, value: 5n, gas: 90_000n, data: '0xdeadbeef' } as const;
  const fees = { maxFeePerGas: 9n, maxPriorityFeePerGas: 0n };
  const accessList = [{ address: ADDRESS, storageKeys: [HASH] }];
  const rpcCall = {
    from: account.address,
    to: ADDRESS,
    nonce: '0x0',
    gas: '0x15f90',
    value: '0x5',
    input: '0xdeadbeef',
  } as const;
  const rpcFees = { chainId: '0x2105', maxFeePerGas: '0x9', maxPriorityFeePerGas: '0x0' } as const;

  async function signed(transaction: Parameters<typeof account.signTransaction>[0]) {
    const bytes = await account.signTransaction(transaction);
    return { bytes, hash: keccak256(bytes) };
  }

  /** The transaction's signature as an endpoint reports it. */
  function signatureIn(bytes: Hex, isLegacy: boolean) {
    const fields = Array.from(bytes.matchAll(/(?:a0([0-9a-f]{64}))/g));
    const [r, s] = fields.slice(-2).map((match) => `0x${match[1]}` as Hex);
    const before = bytes.slice(0, bytes.lastIndexOf(`a0${r?.slice(2)}`));
    const v = isLegacy ? `0x${before.slice(-4)}` : before.endsWith('80') ? '0x0' : '0x1';
    return { r: r ?? '0x', s: s ?? '0x', v: v as Hex };
  }

  it.each([
    ['legacy', { ...call, type: 'legacy', gasPrice: 7n }, { type: '0x0', gasPrice: '0x7' }],
    [
      '2930',
      { ...call, type: 'eip2930', gasPrice: 7n, accessList },
      { type: '0x1', chainId: '0x2105', gasPrice: '0x7', accessList },
    ],
    ['1559', { ...call, type: 'eip1559', ...fees, accessList }, { type: '0x2', ...rpcFees, accessList }],
    [
      '4844',
      { ...call, type: 'eip4844', ...fees, maxFeePerBlobGas: 3n, blobVersionedHashes: [HASH] },
      { type: '0x3', ...rpcFees, maxFeePerBlobGas: '0x3', blobVersionedHashes: [HASH] },
    ],
  ] as const)('writes a transaction of type %s as viem does', async (type, transaction, fields) => {
    const { bytes, hash } = await signed(transaction as never);
    const rpc = { ...rpcCall, ...fields, hash, ...signatureIn(bytes, type === 'legacy') } as RpcTransaction;
    expect(encodeTransaction(rpc)).toBe(bytes);
    expect(readTransaction(bytes)).toEqual({ hash, chainId: 8453n });
  });

  it('writes a transaction of type 7702 as viem does', async () => {
    const authorization = await account.signAuthorization({ chainId: 8453, nonce: 1, contractAddress: ADDRESS });
    const { bytes, hash } = await signed({ ...call, type: 'eip7702', ...fees, authorizationList: [authorization] });
    const { r, s, yParity = 0 } = authorization;
    const authorizationList = [{ chainId: '0x2105', address: ADDRESS, nonce: '0x1', yParity: toHex(yParity), r, s }];
    const rpc = { ...rpcCall, type: '0x4', ...rpcFees, authorizationList, hash, ...signatureIn(bytes, false) };
    expect(encodeTransaction(rpc as RpcTransaction)).toBe(bytes);
    expect(readTransaction(bytes)).toEqual({ hash, chainId: 8453n });
  });

  it('writes a deposit on the OP stack as viem does', () => {
    const deposit = {
      type: 'deposit',
      sourceHash: HASH,
      from: ADDRESS,
      to: ADDRESS,
      mint: 4n,
      value: 5n,
      gas: 90_000n,
      isSystemTx: false,
      data: '0xdeadbeef',
    } as const;
    const bytes = serializeOpStack(deposit);
    const rpc: RpcTransaction = {
      ...{ ...rpcCall, from: ADDRESS, type: '0x7e', hash: keccak256(bytes) },
      ...{ sourceHash: HASH, mint: '0x4', isSystemTx: false },
    };
    expect(encodeTransaction(rpc)).toBe(bytes);
    expect(readTransaction(bytes)).toEqual({ hash: keccak256(bytes), chainId: null });
  });

  it('refuses an unknown type, and fields that do not match the hash', () => {
    const bytes = serializeTransaction({ ...call, type: 'legacy', gasPrice: 7n }, { r: HASH, s: HASH, v: 27n });
    const rpc: RpcTransaction = { ...rpcCall, hash: keccak256(bytes), gasPrice: '0x7', v: '0x1b', r: HASH, s: HASH };
    expect(encodeTransaction({ ...rpc, type: '0x65' })).toBeNull();
    expect(encodeTransaction({ ...rpc, gasPrice: '0x8' })).toBeNull();
  });

  it('reads no transaction of an unknown type', () => {
    expect(readTransaction('0x65c101')).toBeNull();
    expect(readTransaction('0x')).toBeNull();
    expect(readReceipt('0x65c101')).toBeNull();
  });
});
