import * as v from 'valibot';
import type { Address, Hash, Hex } from 'viem';
import { getAddress } from 'viem';
import { visibleText } from '#shared/foreignText.ts';

// The file of a proof. docs/proofs.md describes each field for other implementations.

const FORMAT = 'causeway-delivery-proof';
const VERSION = 1;

/** The longest text that a proof can have. A typical transfer's file has a hundredth of it. */
export const MAX_PROOF_CHARS = 8 * 1024 * 1024;
/** One transaction's log can be large, so a single node can be. */
const MAX_NODE_BYTES = 1_048_576;
const MAX_HEADER_BYTES = 4_096;
const MAX_NODES = 16;
const MAX_POSITION = 100_000;
const MAX_PATH_CHARS = 80;

const hexOf = (bytes: number) => v.pipe(v.string(), v.length(2 + 2 * bytes), v.regex(/^0x[0-9a-f]*$/));
const addressText = v.pipe(
  hexOf(20),
  v.transform((text) => getAddress(text)),
);
const bytesUpTo = (bytes: number) =>
  v.pipe(
    v.string(),
    v.maxLength(2 + 2 * bytes),
    v.regex(/^0x(?:[0-9a-f]{2})+$/),
    v.transform((text) => text as Hex),
  );
const position = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(MAX_POSITION));
const nodes = v.pipe(v.array(bytesUpTo(MAX_NODE_BYTES)), v.minLength(1), v.maxLength(MAX_NODES));

/** A transaction and its receipt in their block. */
const evidence = {
  chainId: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  /** The header's hash, so that a damaged header is detected without a network. */
  blockHash: v.pipe(
    hexOf(32),
    v.transform((text) => text as Hash),
  ),
  header: bytesUpTo(MAX_HEADER_BYTES),
  transactionIndex: position,
  transactionProof: nodes,
  receiptProof: nodes,
};

const proofSchema = v.strictObject({
  format: v.literal(FORMAT),
  version: v.literal(VERSION),
  deposit: v.strictObject({ contract: addressText, ordinal: position, ...evidence }),
  payout: v.strictObject({ vault: addressText, ...evidence }),
});

export type ProofFile = Pick<v.InferOutput<typeof proofSchema>, 'deposit' | 'payout'>;
export type Evidence = Pick<ProofFile['deposit'], keyof typeof evidence>;

export type FileProblem =
  | { readonly code: 'tooLarge' | 'notJson' | 'notAProof' | 'otherVersion' }
  /** A field is missing, has the wrong form, or isn't known. `field` is its path. */
  | { readonly code: 'malformed'; readonly field: string };

type ReadProof =
  | { readonly ok: true; readonly file: ProofFile }
  | { readonly ok: false; readonly problem: FileProblem };

const refuse = (problem: FileProblem): ReadProof => ({ ok: false, problem });

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads a proof file's text. */
export function readProof(text: string): ReadProof {
  if (text.length > MAX_PROOF_CHARS) return refuse({ code: 'tooLarge' });
  const value = parse(text);
  if (value === undefined) return refuse({ code: 'notJson' });
  // A later version is reported as such, even if it has other fields.
  const head = v.safeParse(v.object({ format: v.literal(FORMAT), version: v.number() }), value);
  if (!head.success) return refuse({ code: 'notAProof' });
  if (head.output.version !== VERSION) return refuse({ code: 'otherVersion' });
  const read = v.safeParse(proofSchema, value, { abortEarly: true });
  if (read.success) return { ok: true, file: read.output };
  return refuse({ code: 'malformed', field: visibleText(v.getDotPath(read.issues[0]) ?? '', MAX_PATH_CHARS) });
}

/** Writes a proof file's text. Addresses may have a checksum. */
export function writeProof({ deposit, payout }: ProofFile): string {
  const lower = (address: Address) => address.toLowerCase() as Address;
  const sides = {
    deposit: { ...deposit, contract: lower(deposit.contract) },
    payout: { ...payout, vault: lower(payout.vault) },
  };
  return `${JSON.stringify({ format: FORMAT, version: VERSION, ...sides }, null, 2)}\n`;
}
