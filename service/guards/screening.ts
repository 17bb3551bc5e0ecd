import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import type { Hash } from 'viem';
import type { ScreeningRule, ScreeningService } from '../boot/model/catalog.ts';
import { readPrivateFile } from '../boot/privateFiles.ts';
import { askOnce } from '../chain/concurrency.ts';
import type { Queryable } from '../db/database.ts';
import type { ScreenedAddress, ScreeningMatch } from './model/screening.ts';

/**
 * Thrown when a screening gives no usable answer. The payment waits. The message contains no address of the service.
 */
export class ScreeningUnavailable extends Error {
  readonly code = 'SCREENING_UNAVAILABLE';
}

const MAX_BYTES = 65_536;
const MAX_DETAIL = 500;

const answerSchema = v.object({
  results: v.array(v.object({ address: v.string(), match: v.boolean(), reason: v.optional(v.string()) })),
});

type Answer = v.InferOutput<typeof answerSchema>;

async function readBody(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the rest of the body.
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw new ScreeningUnavailable(`the screening service sent more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function readToken(path: string): Promise<string> {
  const token = (await readPrivateFile(path)).trim();
  if (token === '') throw new ScreeningUnavailable(`the token file ${path} is empty`);
  return token;
}

async function ask({ url, tokenFile, timeoutMs }: ScreeningService, question: unknown): Promise<string> {
  const token = tokenFile === null ? null : await readToken(tokenFile);
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(question),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new ScreeningUnavailable(`the screening service answered with HTTP ${response.status}`);
  }
  return readBody(response);
}

function parseAnswer(text: string): Answer {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), answerSchema), text);
  if (!parsed.success) throw new ScreeningUnavailable('the answer of the screening service is malformed');
  return parsed.output;
}

/** Every address must have an answer. A missing answer counts as not screened, not as clear. */
function findMatches(addresses: readonly ScreenedAddress[], { results }: Answer): readonly ScreeningMatch[] {
  return addresses.flatMap(({ role, address }): readonly ScreeningMatch[] => {
    const about = results.filter((result) => result.address.toLowerCase() === address.toLowerCase());
    if (about.length === 0) throw new ScreeningUnavailable('the screening service did not answer about every address');
    const match = about.find((result) => result.match);
    return match ? [{ role, address, source: 'service', detail: match.reason?.slice(0, MAX_DETAIL) ?? null }] : [];
  });
}

/**
 * Asks the screening service about a transfer's addresses.
 * @throws ScreeningUnavailable if the answer is late, an error, malformed or incomplete
 */
export async function askScreeningService(
  service: ScreeningService,
  transfer: Hash,
  addresses: readonly ScreenedAddress[],
): Promise<readonly ScreeningMatch[]> {
  const asked = addresses.map(({ role, chainId, address }) => ({ role, chain_id: chainId, address }));
  const text = await ask(service, { transfer, addresses: asked }).catch((error: unknown) => {
    if (error instanceof ScreeningUnavailable) throw error;
    throw new ScreeningUnavailable('the screening service gave no answer', { cause: error });
  });
  return findMatches(addresses, parseAnswer(text));
}

const ADDRESS = /^0x[0-9a-f]{40}$/;

/**
 * Reads a file with one address per line, in lower case. A `#` starts a comment.
 * @throws ScreeningUnavailable if the file can't be read, has another kind of line, or has no address: it may be half
 * written
 */
export async function readScreeningList(path: string): Promise<ReadonlySet<string>> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new ScreeningUnavailable(`the screening list ${path} cannot be read`, { cause: error });
  });
  const addresses = new Set<string>();
  for (const [index, line] of text.split('\n').entries()) {
    const entry = (line.split('#')[0] ?? '').trim().toLowerCase();
    if (entry === '') continue;
    if (!ADDRESS.test(entry)) {
      throw new ScreeningUnavailable(`line ${index + 1} of the screening list ${path} is not an address`);
    }
    addresses.add(entry);
  }
  if (addresses.size === 0) throw new ScreeningUnavailable(`the screening list ${path} has no address`);
  return addresses;
}

export type StoredMatch = ScreeningMatch & { readonly at: Date };

/** Stores a transfer's matches. A stored match keeps its time. */
export async function storeMatches(database: Queryable, id: Hash, matches: readonly ScreeningMatch[]): Promise<void> {
  for (const { role, address, source, detail } of matches) {
    await database.query(
      `insert into screening_matches (transfer_id, role, address, source, detail) values ($1, $2, $3, $4, $5)
       on conflict (transfer_id, role, address, source) do nothing`,
      [id, role, address, source, detail],
    );
  }
}

/** The matches of a transfer, oldest first. */
export function readMatches(database: Queryable, id: Hash): Promise<readonly StoredMatch[]> {
  return database.query<StoredMatch>(
    'select at, role, address, source, detail from screening_matches where transfer_id = $1 order by id',
    [id],
  );
}

/** The matches that no later operator order to pay or refund the transfer covers. */
export async function readUncleared(
  database: Queryable,
  id: Hash,
  matches: readonly ScreeningMatch[],
): Promise<readonly ScreeningMatch[]> {
  const stored = await database.query<Pick<StoredMatch, 'role' | 'address' | 'source'>>(
    `select role, address, source from screening_matches m where transfer_id = $1 and not exists (
       select from transfer_events e where e.transfer_id = m.transfer_id and e.at > m.at
         and e.cause in ('retried', 'payoutResumed', 'refundOrdered'))`,
    [id],
  );
  return matches.filter((match) =>
    stored.some(
      ({ role, address, source }) => role === match.role && address === match.address && source === match.source,
    ),
  );
}

/** Screens the addresses of a transfer. @throws ScreeningUnavailable */
export type Screen = (transfer: Hash, addresses: readonly ScreenedAddress[]) => Promise<readonly ScreeningMatch[]>;

/**
 * Creates the screening for payments that are prepared together. It reads the list once, so the next payments see a new
 * list.
 */
export function createScreen(rule: ScreeningRule): Screen {
  const { listFile, service } = rule;
  const readList = askOnce((path: string) => readScreeningList(path));
  return async (transfer, addresses) => {
    const list = listFile === null ? null : await readList(listFile);
    const listed = addresses.filter(({ address }) => list?.has(address.toLowerCase()));
    const matches = listed.map(({ role, address }) => ({ role, address, source: 'list', detail: null }) as const);
    return service ? [...matches, ...(await askScreeningService(service, transfer, addresses))] : matches;
  };
}
