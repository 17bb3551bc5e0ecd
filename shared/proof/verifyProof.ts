import type { Address, Hash } from 'viem';
import { isNativeToken, parseAddress } from '#shared/address.ts';
import { transferId } from '#shared/transferId.ts';
import { depositsBy, isMoveShown, paymentOf } from './events.ts';
import type { Evidence, Statement } from './proofFile.ts';
import type { ProvenLog } from './readBlockParts.ts';
import { readHeader, readReceipt, readTransaction } from './readBlockParts.ts';
import { readProofText } from './readProofText.ts';
import { readTrieProof } from './trie.ts';
import type { Pins, ProofStep, StepFailure, Trust, Verification } from './verification.ts';

type Side = 'deposit' | 'payout';
type ChainStep = Exclude<ProofStep, 'file'>;
type Failure = Omit<Extract<Verification, { readonly reason: StepFailure }>, 'ok' | 'blockHash'>;
type Read<T> = { readonly found: T } | Failure;

const fail = (step: ChainStep, reason: StepFailure): Failure => ({ step, reason, differs: null });

/** Compares stated values with proven ones. Addresses of events have a checksum, and those of the file are lower case. */
function firstDifference(
  step: ChainStep,
  pairs: Readonly<Record<string, readonly [stated: unknown, proven: unknown]>>,
  reason: StepFailure = 'otherValue',
): Failure | null {
  for (const [field, values] of Object.entries(pairs)) {
    const [stated, proven] = values.map((value) => String(value).toLowerCase());
    if (stated !== proven) return { step, reason, differs: { field, stated: `${stated}`, proven: `${proven}` } };
  }
  return null;
}

/** The logs of the transaction that a side states: from its block's hash, by header and tries, to its receipt. */
function readSide(side: Side, stated: Statement[Side], evidence: Evidence): Read<readonly ProvenLog[]> {
  const steps = { block: `${side}Block`, transaction: `${side}Transaction`, receipt: `${side}Receipt` } as const;
  const header = readHeader(evidence.header);
  if (!header) return fail(steps.block, 'header');
  const wrongHeader = firstDifference(
    steps.block,
    {
      blockHash: [stated.blockHash, header.hash],
      blockNumber: [stated.blockNumber, header.number],
      blockTime: [stated.blockTime, header.timestamp],
    },
    'header',
  );
  if (wrongHeader) return wrongHeader;

  const index = evidence.transactionIndex;
  const bytes = readTrieProof({ root: header.transactionsRoot, index }, evidence.transactionProof);
  if (!bytes) return fail(steps.transaction, 'trie');
  const transaction = readTransaction(bytes);
  if (!transaction) return fail(steps.transaction, 'unknownForm');
  const otherTransaction = firstDifference(
    steps.transaction,
    {
      transactionHash: [stated.transactionHash, transaction.hash],
      chainId: [stated.chainId, transaction.chainId ?? stated.chainId],
    },
    'otherTransaction',
  );
  if (otherTransaction) return otherTransaction;

  const receiptBytes = readTrieProof({ root: header.receiptsRoot, index }, evidence.receiptProof);
  if (!receiptBytes) return fail(steps.receipt, 'trie');
  const receipt = readReceipt(receiptBytes);
  if (!receipt) return fail(steps.receipt, 'unknownForm');
  return receipt.isSuccess ? { found: receipt.logs } : fail(steps.receipt, 'reverted');
}

/** The deposit's event has the stated values, and its place gives the stated id. */
function verifyDeposit({ deposit, payout, transferId: id }: Statement, logs: readonly ProvenLog[]): Failure | null {
  const event = depositsBy(logs, deposit.contract)[deposit.ordinal];
  if (!event) return fail('depositEvent', 'noEvent');
  const recipient = parseAddress(event.target) ?? event.target;
  return (
    firstDifference('depositEvent', {
      sender: [deposit.sender, event.user],
      recipient: [deposit.recipient, recipient],
      token: [deposit.token, event.token],
      amount: [deposit.amount, event.amount],
      destinationChainId: [deposit.destinationChainId, event.destination],
    }) ??
    firstDifference('transferId', {
      transferId: [id, transferId(deposit)],
      destinationChainId: [deposit.destinationChainId, payout.chainId],
    })
  );
}

/** The payout's event on another chain pays the id, to the deposit's recipient, and the token's events agree. */
function verifyPayout({ deposit, payout, transferId: id }: Statement, logs: readonly ProvenLog[]): Failure | null {
  if (payout.chainId === deposit.chainId) return fail('payoutEvent', 'refund');
  const event = paymentOf(logs, { vault: payout.vault, id });
  if (!event) return fail('payoutEvent', 'noEvent');
  const difference = firstDifference('payoutEvent', {
    payer: [payout.payer, event.payer],
    recipient: [payout.recipient, event.to],
    token: [payout.token, event.token],
    amount: [payout.amount, event.amount],
    depositRecipient: [payout.recipient, deposit.recipient],
  });
  if (difference) return difference;
  return isMoveShown(logs, payout.vault, event) ? null : fail('tokenMoved', 'noEvent');
}

const includes = (addresses: readonly Address[], address: Address) =>
  addresses.some((one) => one.toLowerCase() === address);

type Compared = { readonly failure: Failure } | { readonly trust: readonly Trust[] };

/** Compares the addresses of the file with the verifier's. The tokens of both sides must have one name. */
function compareAddresses({ deposit, payout }: Statement, pins: Pins | null): Compared {
  if (!pins) return { trust: [{ code: 'addresses' }, { code: 'tokens' }] };
  const [origin, destination] = [deposit, payout].map(({ chainId }) => pins.chains.find(({ id }) => id === chainId));
  const isOurs =
    origin &&
    destination &&
    includes([origin.depositContract], deposit.contract) &&
    includes(destination.vaults, payout.vault);
  if (!isOurs) return { failure: fail('addresses', 'foreign') };
  const [sent, received] = [
    origin.tokens.find(({ address }) => includes([address], deposit.token)),
    destination.tokens.find(({ address }) => includes([address], payout.token)),
  ];
  if (!sent || !received) return { trust: [{ code: 'tokens' }] };
  return sent.name === received.name ? { trust: [] } : { failure: fail('addresses', 'foreign') };
}

function sideOf(step: ChainStep): Side {
  return step.startsWith('deposit') || step === 'transferId' ? 'deposit' : 'payout';
}

/**
 * Verifies the text of a proof file, without a network. With pins it also compares the contracts and tokens with the
 * verifier's own.
 */
export function verifyProof(text: string, pins: Pins | null): Verification {
  const read = readProofText(text);
  if (!read.ok) return { ok: false, step: 'file', problem: read.problem };
  const { statement, depositEvidence, payoutEvidence, made } = read.file;
  const refuse = (failure: Failure): Verification => {
    const blockHash: Hash = statement[sideOf(failure.step)].blockHash;
    return { ok: false, ...failure, blockHash };
  };
  const deposit = readSide('deposit', statement.deposit, depositEvidence);
  if ('step' in deposit) return refuse(deposit);
  const wrongDeposit = verifyDeposit(statement, deposit.found);
  if (wrongDeposit) return refuse(wrongDeposit);
  const payout = readSide('payout', statement.payout, payoutEvidence);
  if ('step' in payout) return refuse(payout);
  const wrongPayout = verifyPayout(statement, payout.found);
  if (wrongPayout) return refuse(wrongPayout);
  const compared = compareAddresses(statement, pins);
  if ('failure' in compared) return refuse(compared.failure);
  const native: readonly Trust[] = isNativeToken(statement.payout.token) ? [{ code: 'native' }] : [];
  return {
    ok: true,
    statement,
    trust: [{ code: 'canonical' }, ...compared.trust, ...native],
    witnesses: made.witnesses,
    madeAt: made.at,
  };
}
