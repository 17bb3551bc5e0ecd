import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { parseHash } from '#shared/hash.ts';
import { REASON_CODES } from '#shared/wire/reasons.ts';
import type { Catalog } from '../../boot/model/catalog.ts';
import { findChainById } from '../../boot/model/catalog.ts';
import type { Decision } from '../../guards/decisions.ts';
import { DECISION_STATES } from '../../guards/decisions.ts';
import { CommandRefused } from './command.ts';

/** The columns of a decisions export, in order. `unhalt` reads the file in a new database. */
export const DECISION_COLUMNS = [
  ...['subject', 'state', 'chain_id', 'deposit_hash', 'block_number', 'reason', 'reason_code', 'who', 'why'],
] as const;

export function toDecisionRow(decision: Decision) {
  const { subject, state, chainId, depositHash, blockNumber, reason, reasonCode, who, why } = decision;
  return {
    ...{ subject, state, chain_id: chainId, deposit_hash: depositHash, block_number: blockNumber },
    ...{ reason, reason_code: reasonCode, who, why },
  };
}

const text = v.pipe(v.string(), v.nonEmpty());

const transfer = v.strictObject({
  subject: v.pipe(
    v.string(),
    v.check((id) => parseHash(id) !== null),
  ),
  state: v.picklist(DECISION_STATES.filter((state) => state !== 'paused')),
  chain_id: v.number(),
  deposit_hash: text,
  block_number: v.pipe(v.string(), v.regex(/^\d{1,18}$/)),
  reason: text,
  reason_code: v.picklist(REASON_CODES),
  who: text,
  why: text,
});

const pause = v.strictObject({
  subject: v.pipe(v.string(), v.regex(/^(all|chain:\d+|pair:.+)$/)),
  state: v.literal('paused'),
  ...{ chain_id: v.null(), deposit_hash: v.null(), block_number: v.null(), reason: v.null(), reason_code: v.null() },
  who: text,
  why: text,
});

const file = v.array(v.variant('state', [transfer, pause]));

type Row = v.InferOutput<typeof file>[number];

/** The service reads no earlier block and no other chain, so such a deposit is never paid. */
function canBeRead(catalog: Catalog, row: Row): boolean {
  if (row.state === 'paused') return true;
  const chain = findChainById(catalog, BigInt(row.chain_id));
  return chain !== undefined && BigInt(row.block_number) >= chain.startBlock;
}

export type DecisionsFile = { readonly rows: readonly Row[]; readonly leftOut: number };

/**
 * Reads a decisions export.
 * @throws CommandRefused
 */
export async function readDecisionsFile(catalog: Catalog, path: string): Promise<DecisionsFile> {
  const content = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new CommandRefused(`${path} cannot be read.`, { cause });
  });
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), file), content);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw new CommandRefused(
      `${path} is not what "causeway export --of decisions --json" prints: ${v.getDotPath(issue) ?? 'the file'}: ${issue.message}.`,
    );
  }
  const rows = parsed.output.filter((row) => canBeRead(catalog, row));
  return { rows, leftOut: parsed.output.length - rows.length };
}
