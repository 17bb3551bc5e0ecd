import * as v from 'valibot';
import type { ProofFile } from './proofFile.ts';
import { canonicalText, isDigestRight, PROOF_FORMAT, PROOF_VERSION, proofSchema } from './proofFile.ts';

/** The most text that a proof can have. A file of a usual transfer has a hundredth of it. */
export const MAX_PROOF_CHARS = 8 * 1024 * 1024;
const MAX_DEPTH = 8;
const MAX_PATH_CHARS = 80;

export type FileProblem =
  | { readonly code: 'empty' | 'tooLarge' | 'tooDeep' | 'notJson' | 'notAProof' | 'otherVersion' }
  /** A field is missing, has another form, or is none of the file's. `field` is its path. */
  | { readonly code: 'malformed'; readonly field: string }
  /** The values are those of a proof, but the text is not the one that they are written as. */
  | { readonly code: 'notCanonical' | 'digestDiffers' };

export type ReadProof =
  | { readonly ok: true; readonly file: ProofFile }
  | { readonly ok: false; readonly problem: FileProblem };

const refuse = (problem: FileProblem): ReadProof => ({ ok: false, problem });

/** The depth of lists and objects, read without a call for each level. A proof has no escapes in its strings. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const mark = text[at];
    if (mark === '"') isInString = !isInString;
    else if (!isInString && (mark === '{' || mark === '[')) depth += 1;
    else if (!isInString && (mark === '}' || mark === ']')) depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Only the fields of the format are read, so a later version is named as such even where it has other fields. */
function formatOf(value: unknown): 'known' | 'notAProof' | 'otherVersion' {
  const head = v.safeParse(v.object({ format: v.literal(PROOF_FORMAT), version: v.number() }), value);
  if (!head.success) return 'notAProof';
  return head.output.version === PROOF_VERSION ? 'known' : 'otherVersion';
}

/** Reads the text of a proof file. A line break at its end may be missing, because a person can paste the text. */
export function readProofText(text: string): ReadProof {
  if (text.length > MAX_PROOF_CHARS) return refuse({ code: 'tooLarge' });
  if (text.trim() === '') return refuse({ code: 'empty' });
  if (isTooDeep(text)) return refuse({ code: 'tooDeep' });
  const value = parse(text);
  if (value === undefined) return refuse({ code: 'notJson' });
  const format = formatOf(value);
  if (format !== 'known') return refuse({ code: format });
  const read = v.safeParse(proofSchema, value, { abortEarly: true });
  if (!read.success) {
    const field = v.getDotPath(read.issues[0]) ?? '';
    return refuse({ code: 'malformed', field: field.slice(0, MAX_PATH_CHARS) });
  }
  const written = canonicalText(read.output);
  if (text !== written && `${text}\n` !== written) return refuse({ code: 'notCanonical' });
  return isDigestRight(read.output) ? { ok: true, file: read.output } : refuse({ code: 'digestDiffers' });
}
