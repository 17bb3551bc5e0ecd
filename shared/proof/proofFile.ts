import * as v from 'valibot';
import type { Address, Hash, Hex } from 'viem';
import { keccak256, stringToHex } from 'viem';

// The file of a proof. docs/proofs.md describes each field for other implementations.

export const PROOF_FORMAT = 'causeway-delivery-proof';
export const PROOF_VERSION = 1;

/** The log of one transaction can be large, so a single node can be. */
const MAX_NODE_BYTES = 1_048_576;
const MAX_HEADER_BYTES = 4_096;
const MAX_NODES = 16;
const MAX_ENDPOINTS = 200;
const MAX_ORDINAL = 100_000;
const MAX_UINT256_DIGITS = 78;
/** The last second of the year 9999. A later one is no date in every program. */
const MAX_BLOCK_TIME = 253_402_300_799n;

const hexOf = (bytes: number) => v.pipe(v.string(), v.length(2 + 2 * bytes), v.regex(/^0x[0-9a-f]*$/));
const hashText = v.pipe(
  hexOf(32),
  v.transform((text) => text as Hash),
);
const addressText = v.pipe(
  hexOf(20),
  v.transform((text) => text as Address),
);
const bytesUpTo = (bytes: number) =>
  v.pipe(
    v.string(),
    v.maxLength(2 + 2 * bytes),
    v.regex(/^0x(?:[0-9a-f]{2})+$/),
    v.transform((text) => text as Hex),
  );
const integerText = v.pipe(
  v.string(),
  v.maxLength(MAX_UINT256_DIGITS),
  v.regex(/^(?:0|[1-9]\d*)$/),
  v.transform((text) => BigInt(text)),
);
const chainId = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const position = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(MAX_ORDINAL));
const nodes = v.pipe(v.array(bytesUpTo(MAX_NODE_BYTES)), v.minLength(1), v.maxLength(MAX_NODES));
const moment = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  // Some browsers read the 30th of February as a day in March.
  v.check((text) => {
    const ms = Date.parse(text);
    return !Number.isNaN(ms) && new Date(ms).toISOString() === text.replace('Z', '.000Z');
  }),
);
const blockTime = v.pipe(integerText, v.maxValue(MAX_BLOCK_TIME));
const host = v.pipe(v.string(), v.maxLength(260), v.regex(/^[a-z0-9._:[\]-]+$/));

const place = { chainId, blockNumber: integerText, blockHash: hashText, blockTime };

const depositClaim = v.strictObject({
  ...place,
  contract: addressText,
  transactionHash: hashText,
  ordinal: position,
  sender: addressText,
  recipient: addressText,
  token: addressText,
  amount: integerText,
  destinationChainId: chainId,
});

const payoutClaim = v.strictObject({
  ...place,
  vault: addressText,
  transactionHash: hashText,
  payer: addressText,
  recipient: addressText,
  token: addressText,
  amount: integerText,
});

const evidence = v.strictObject({
  header: bytesUpTo(MAX_HEADER_BYTES),
  transactionIndex: position,
  transactionProof: nodes,
  receiptProof: nodes,
});

/** What an RPC endpoint answered for the number of a block when the file was made; null where it did not answer. */
const witness = v.strictObject({ chainId, blockNumber: integerText, endpoint: host, blockHash: v.nullable(hashText) });

const statement = v.strictObject({ transferId: hashText, deposit: depositClaim, payout: payoutClaim });

export const proofSchema = v.strictObject({
  format: v.literal(PROOF_FORMAT),
  version: v.literal(PROOF_VERSION),
  statement,
  depositEvidence: evidence,
  payoutEvidence: evidence,
  made: v.strictObject({ at: moment, witnesses: v.pipe(v.array(witness), v.maxLength(MAX_ENDPOINTS)) }),
  digest: hashText,
});

export type ProofFile = v.InferOutput<typeof proofSchema>;
export type Statement = v.InferOutput<typeof statement>;
export type Evidence = v.InferOutput<typeof evidence>;
export type Witness = v.InferOutput<typeof witness>;

/** The text of a value, with integers as strings. JSON keeps the order in which keys were added. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_key, field) => (typeof field === 'bigint' ? `${field}` : field), 2);
}

/** The hash of everything in the file but itself: it shows a change that no other check would. */
function digestOf({ format, version, statement, depositEvidence, payoutEvidence, made }: Omit<ProofFile, 'digest'>) {
  return keccak256(stringToHex(textOf({ format, version, statement, depositEvidence, payoutEvidence, made })));
}

export const isDigestRight = (file: ProofFile): boolean => digestOf(file) === file.digest;

/** Writes the one text of a proof: every byte of it counts. */
export function writeProof(content: Omit<ProofFile, 'format' | 'version' | 'digest'>): string {
  const { statement, depositEvidence, payoutEvidence, made } = content;
  const head = {
    format: PROOF_FORMAT,
    version: PROOF_VERSION,
    statement,
    depositEvidence,
    payoutEvidence,
    made,
  } as const;
  return `${textOf({ ...head, digest: digestOf(head) })}\n`;
}

/** The text that `writeProof` gives for a file, with its digest as it is. */
export function canonicalText(file: ProofFile): string {
  return `${textOf(file)}\n`;
}
