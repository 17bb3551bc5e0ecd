import type { Address, Hash } from 'viem';
import { isNativeToken, isSameAddress, parseAddress } from '#shared/address.ts';
import type { EventLog } from '#shared/events.ts';
import { depositsOf, paymentsOf } from '#shared/events.ts';
import { splitTarget } from '#shared/gasDrop.ts';
import type { Shortfall } from '#shared/payment.ts';
import { judgePayment } from '#shared/payment.ts';
import type { Evidence, FileProblem, ProofFile } from './proofFile.ts';
import { readProof } from './proofFile.ts';
import { readHeader, readReceipt, readTransaction } from './readBlockParts.ts';
import { readTrieProof } from './trie.ts';

/** The last second of the year 9999. Some programs cannot parse later dates. */
const MAX_BLOCK_TIME = 253_402_300_799n;

type Side = 'deposit' | 'payout';

/** Why a file proves nothing. */
export type ProofProblem =
  | FileProblem
  | {
      readonly side: Side;
      readonly code: /** The header doesn't have the block hash, or isn't a header. */
        | 'header'
        /** The nodes don't lead from a root in the header to an item at the index. */
        | 'trie'
        /** The item has a type or form that this verifier doesn't know. */
        | 'unknownForm'
        /** The transaction was signed for another chain. */
        | 'otherChain'
        | 'reverted'
        /** The contract that the file names wrote no such event. */
        | 'noEvent'
        /** The deposit names no address. */
        | 'noRecipient'
        | 'otherDestination'
        /** The payout is on the deposit's own chain. */
        | 'refund'
        | 'otherRecipient'
        /** The token's events show less than the vault says, or nothing was paid. */
        | 'notMoved'
        /** Less gas arrived with the payout than the deposit asked for. */
        | 'noGas'
        /** A contract or token isn't the bridge's. */
        | 'foreign';
    };

/** A chain's contracts and tokens that a verifier trusts, from its configuration and never from the file. */
type PinnedChain = {
  readonly id: number;
  readonly name: string;
  readonly depositContract: Address;
  readonly vault: Address;
  readonly retiredVaults: readonly Address[];
  readonly nativeCurrency: { readonly symbol: string; readonly decimals: number };
  readonly tokens: readonly { readonly name: string; readonly address: Address; readonly decimals: number }[];
};
export type Pins = readonly PinnedChain[];

/** What the reader of a consistent proof must still trust. */
export type Trust =
  /** That these blocks belong to their chains. Any of the chain's endpoints or block explorers can show it. */
  | 'canonical'
  /** That these contracts are the bridge's. */
  | 'addresses'
  /** That these two tokens are the ones the transfer was about. */
  | 'tokens'
  /** A native currency has no Transfer event: only the vault's own event says that it was sent. */
  | 'native';

/** A transaction in its block, as the evidence shows it. */
type Place = {
  readonly chainId: number;
  readonly blockNumber: bigint;
  readonly blockHash: Hash;
  /** Unix seconds. */
  readonly blockTime: bigint;
  readonly transactionHash: Hash;
};

type Moved = { readonly token: Address; readonly amount: bigint };

/** The delivery that a file's evidence shows. Addresses have a checksum. */
export type ProvenDelivery = {
  readonly transferId: Hash;
  readonly recipient: Address;
  readonly deposit: Place & Moved & { readonly contract: Address; readonly sender: Address };
  /** `gas`: the native tokens that arrived with the payout, in wei. */
  readonly payout: Place & Moved & { readonly vault: Address; readonly gas: bigint };
  readonly trust: readonly Trust[];
};

export type Verification =
  | { readonly ok: true; readonly delivery: ProvenDelivery }
  | { readonly ok: false; readonly problem: ProofProblem };

type ReadSide = { readonly place: Place; readonly logs: readonly EventLog[] };

/** Reads a transaction's logs: from its block's hash, through header and tries, to its receipt. */
function readSide(side: Side, evidence: Evidence): ReadSide | ProofProblem {
  const { chainId, transactionIndex: index, blockHash } = evidence;
  const header = readHeader(evidence.header);
  if (header?.hash !== blockHash || header.timestamp > MAX_BLOCK_TIME) return { code: 'header', side };
  const transactionBytes = readTrieProof({ root: header.transactionsRoot, index }, evidence.transactionProof);
  const receiptBytes = readTrieProof({ root: header.receiptsRoot, index }, evidence.receiptProof);
  if (!transactionBytes || !receiptBytes) return { code: 'trie', side };
  const transaction = readTransaction(transactionBytes);
  const receipt = readReceipt(receiptBytes);
  if (!transaction || !receipt) return { code: 'unknownForm', side };
  if (transaction.chainId !== null && transaction.chainId !== BigInt(chainId)) return { code: 'otherChain', side };
  if (!receipt.isSuccess) return { code: 'reverted', side };
  const block = { blockNumber: header.number, blockHash, blockTime: header.timestamp };
  return { place: { chainId, ...block, transactionHash: transaction.hash }, logs: receipt.logs };
}

/** Derives the deposit, its payout and what both moved. */
function deriveDelivery({ deposit, payout }: ProofFile): ProvenDelivery | ProofProblem {
  const from = readSide('deposit', deposit);
  if ('code' in from) return from;
  const made = depositsOf(from.logs, { ...from.place, contract: deposit.contract })[deposit.ordinal];
  if (!made) return { code: 'noEvent', side: 'deposit' };
  const target = splitTarget(made.target);
  const recipient = parseAddress(target.recipient);
  if (!recipient) return { code: 'noRecipient', side: 'deposit' };

  const to = readSide('payout', payout);
  if ('code' in to) return to;
  if (deposit.chainId === payout.chainId) return { code: 'refund', side: 'payout' };
  if (made.destination !== BigInt(payout.chainId)) return { code: 'otherDestination', side: 'payout' };
  const vaults = [payout.vault];
  const ofId = paymentsOf(to.logs, vaults).filter(({ id }) => id === made.id);
  // Gas on arrival is a second event of the same id.
  const paid = ofId.find(({ token }) => !isNativeToken(token)) ?? ofId[0];
  if (!paid) return { code: 'noEvent', side: 'payout' };
  const limits = { least: paid.amount, most: null, gasDrop: target.gasDrop };
  const due = { id: made.id, vaults, token: paid.token, recipient, ...limits };
  const judged = judgePayment(due, { status: 'success', logs: to.logs });
  if (judged.kind === 'mismatch') {
    const differs = (field: Shortfall['field']) => judged.shortfalls.some((one) => one.field === field);
    const code = differs('recipient') ? 'otherRecipient' : differs('gas') ? 'noGas' : 'notMoved';
    return { code, side: 'payout' };
  }
  return {
    ...{ transferId: made.id, recipient, trust: ['canonical'] },
    deposit: { ...from.place, contract: deposit.contract, sender: made.user, token: made.token, amount: made.amount },
    payout: { ...to.place, vault: payout.vault, token: paid.token, amount: judged.received, gas: judged.gasReceived },
  };
}

const has = (addresses: readonly Address[], address: Address) => addresses.some((one) => isSameAddress(one, address));

/** Compares contracts and tokens with the verifier's. Both sides' tokens must have the same name. */
function comparePins({ deposit, payout }: ProvenDelivery, pins: Pins | null): readonly Trust[] | ProofProblem {
  if (!pins) return ['addresses', 'tokens'];
  const [origin, destination] = [deposit, payout].map(({ chainId }) => pins.find(({ id }) => id === chainId));
  if (!origin || !has([origin.depositContract], deposit.contract)) return { code: 'foreign', side: 'deposit' };
  if (!destination || !has([destination.vault, ...destination.retiredVaults], payout.vault)) {
    return { code: 'foreign', side: 'payout' };
  }
  const sent = origin.tokens.find(({ address }) => has([address], deposit.token));
  const received = destination.tokens.find(({ address }) => has([address], payout.token));
  if (!sent || !received) return ['tokens'];
  return sent.name === received.name ? [] : { code: 'foreign', side: 'payout' };
}

/**
 * Verifies a proof file's text without a network, and derives the delivery from its evidence. With pins, it also
 * compares the contracts and tokens with the verifier's own.
 */
export function verifyProof(text: string, pins: Pins | null): Verification {
  const read = readProof(text);
  if (!read.ok) return read;
  const delivery = deriveDelivery(read.file);
  if ('code' in delivery) return { ok: false, problem: delivery };
  const compared = comparePins(delivery, pins);
  if ('code' in compared) return { ok: false, problem: compared };
  const { payout } = delivery;
  const native: readonly Trust[] = isNativeToken(payout.token) || payout.gas > 0n ? ['native'] : [];
  return { ok: true, delivery: { ...delivery, trust: [...delivery.trust, ...compared, ...native] } };
}
