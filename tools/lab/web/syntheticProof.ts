import type { Address, Hash, Hex } from 'viem';
import {
  encodeAbiParameters,
  encodeEventTopics,
  erc20Abi,
  keccak256,
  serializeTransaction,
  toHex,
  zeroAddress,
} from 'viem';
import { depositAbi } from '#shared/abi/depositAbi.ts';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import type { RpcBlock, RpcHeader, RpcReceipt, RpcTransaction } from '#shared/proof/block.ts';
import { encodeHeader } from '#shared/proof/encodeHeader.ts';
import { encodeReceipt } from '#shared/proof/encodeReceipt.ts';
import { encodeTransaction } from '#shared/proof/encodeTransaction.ts';
import { locate } from '#shared/proof/locate.ts';
import type { ProofFile } from '#shared/proof/proofFile.ts';
import { writeProof } from '#shared/proof/proofFile.ts';
import { buildTrie } from '#shared/proof/trie.ts';
import { transferId } from '#shared/transferId.ts';
import { ACCOUNT, config, OTHER_ACCOUNT, VAULT } from './fixtures.ts';

const ZERO: Hash = `0x${'00'.repeat(32)}`;
const [origin, destination] = config.chains;
if (!origin || !destination) throw new Error('the fixtures have fewer than two chains');

type ProofLog = RpcReceipt['logs'][number];
type Event = { readonly topics: unknown; readonly data: Hex };
const log = (address: Address, { topics, data }: Event): ProofLog => ({ address, topics: topics as Hash[], data });

/** A block with one transaction. Its hash matches its content. */
function blockOf(chainId: number, receipt: Partial<RpcReceipt>): { readonly block: RpcBlock; readonly hash: Hash } {
  const signature = { r: `0x${'22'.repeat(32)}`, s: `0x${'33'.repeat(32)}` } as const;
  const call = {
    type: 'eip1559',
    chainId,
    nonce: 1,
    gas: 21_000n,
    maxFeePerGas: 1n,
    maxPriorityFeePerGas: 1n,
  } as const;
  const hash = keccak256(serializeTransaction({ ...call, to: VAULT }, { ...signature, yParity: 0 }));
  const transaction: RpcTransaction = {
    ...{ hash, type: '0x2', chainId: toHex(chainId), nonce: '0x1', gas: '0x5208', maxFeePerGas: '0x1' },
    ...{
      maxPriorityFeePerGas: '0x1',
      from: ACCOUNT,
      to: VAULT,
      value: '0x0',
      input: '0x',
      yParity: '0x0',
      ...signature,
    },
  };
  const whole: RpcReceipt = {
    ...{ transactionHash: hash, type: '0x2', status: '0x1', cumulativeGasUsed: '0x5208' },
    ...{ logsBloom: `0x${'00'.repeat(256)}`, logs: [], ...receipt },
  };
  const header: RpcHeader = {
    ...{ hash: ZERO, parentHash: ZERO, sha3Uncles: ZERO, miner: zeroAddress, stateRoot: ZERO },
    transactionsRoot: buildTrie([encodeTransaction(transaction) ?? '0x']).root,
    receiptsRoot: buildTrie([encodeReceipt(whole)]).root,
    ...{
      logsBloom: `0x${'00'.repeat(256)}`,
      difficulty: '0x0',
      number: toHex(chainId),
      gasLimit: '0x1',
      gasUsed: '0x1',
    },
    ...{ timestamp: '0x70dbd880', extraData: '0x', mixHash: ZERO, nonce: '0x0000000000000000', baseFeePerGas: '0x1' },
  };
  const blockHash = keccak256(encodeHeader(header));
  return { block: { header: { ...header, hash: blockHash }, transactions: [transaction], receipts: [whole] }, hash };
}

type Changes = {
  readonly depositStatus?: Hex;
  readonly target?: string;
  /** The token on the destination chain; the zero address for the native token. */
  readonly token?: Address;
  readonly vault?: Address;
  /** The amount of the deposit and of the payout. */
  readonly amount?: bigint;
  /** What the token's Transfer event shows. */
  readonly moved?: bigint;
  /** More payments to the same recipient in the same transaction. */
  readonly alsoPaid?: readonly bigint[];
  /** The native tokens that the vault pays with the same id; 0 for none. */
  readonly gas?: bigint;
  /** Whether their event comes before that of the token. */
  readonly isGasFirst?: boolean;
  /** The id of the transfer that the vault pays. */
  readonly id?: Hash;
  /** The deposit's destination chain. */
  readonly destinationId?: number;
  /** Whether the deposit names its own chain as its destination, so that the payment there is its refund. */
  readonly isRefund?: boolean;
};

export const PAID = 99_900_000n;
const SENT = 100_000_000n;

type Order = { readonly target: string; readonly amount: bigint; readonly destinationId: number };

function depositLog({ target, amount, destinationId }: Order): ProofLog {
  const token = origin?.tokens[0]?.address ?? zeroAddress;
  return log(origin?.depositContract ?? zeroAddress, {
    topics: encodeEventTopics({ abi: depositAbi, eventName: 'Deposit', args: { user: ACCOUNT, token, maker: VAULT } }),
    data: encodeAbiParameters(
      [{ type: 'string' }, ...(['uint256', 'uint256', 'uint256', 'uint256'] as const).map((type) => ({ type }))],
      [target, amount, BigInt(destinationId), 0n, 1_893_456_000n],
    ),
  });
}

function paidLog(vault: Address, id: Hash, { token, amount }: { readonly token: Address; readonly amount: bigint }) {
  const args = { payer: OTHER_ACCOUNT, id, to: ACCOUNT };
  return log(vault, {
    topics: encodeEventTopics({ abi: vaultAbi, eventName: 'Paid', args }),
    data: encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [token, amount]),
  });
}

function movedLog(vault: Address, token: Address, amount: bigint): ProofLog {
  return log(token, {
    topics: encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer', args: { from: vault, to: ACCOUNT } }),
    data: encodeAbiParameters([{ type: 'uint256' }], [amount]),
  });
}

/** Evidence with two blocks of one transaction each that no chain has. */
export function syntheticProof(changes: Changes = {}): ProofFile {
  if (!origin || !destination) throw new Error('the fixtures have fewer than two chains');
  const { depositStatus = '0x1', target = ACCOUNT, token = destination.tokens[0]?.address ?? zeroAddress } = changes;
  const { vault = destination.vault, amount: paid = PAID, moved = paid, alsoPaid = [], isRefund = false } = changes;
  const { gas = 0n, isGasFirst = false } = changes;
  const paying = isRefund ? origin : destination;
  const order = { target, amount: changes.amount ?? SENT, destinationId: changes.destinationId ?? paying.id };
  const deposit = blockOf(origin.id, { status: depositStatus, logs: [depositLog(order)] });
  const contract = origin.depositContract;
  const id = transferId({ chainId: origin.id, contract, transactionHash: deposit.hash, ordinal: 0 });
  const others = alsoPaid.map((amount, index) => paidLog(vault, toHex(index, { size: 32 }), { token, amount }));
  const gasLogs = gas === 0n ? [] : [paidLog(vault, changes.id ?? id, { token: zeroAddress, amount: gas })];
  const ofToken = [paidLog(vault, changes.id ?? id, { token, amount: paid }), movedLog(vault, token, moved)];
  const logs = [...others, ...(isGasFirst ? [...gasLogs, ...ofToken] : [...ofToken, ...gasLogs])];
  const payout = blockOf(paying.id, { logs });
  const located = locate(deposit.hash, deposit.block, origin.id);
  const locatedPayout = locate(payout.hash, payout.block, paying.id);
  if (typeof located === 'string' || typeof locatedPayout === 'string') throw new Error('a synthetic block is invalid');
  return { deposit: { contract, ordinal: 0, ...located.evidence }, payout: { vault, ...locatedPayout.evidence } };
}

/** The text of a synthetic proof. */
export const syntheticProofText = (changes: Changes = {}): string => writeProof(syntheticProof(changes));
