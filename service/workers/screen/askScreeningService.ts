import * as v from 'valibot';
import type { Hash } from 'viem';
import type { ScreenedAddress, ScreeningMatch } from '../../domain/screening.ts';
import type { ScreeningService } from '../../domain/screeningRule.ts';
import { readPrivateFile } from '../../privateFile.ts';
import { ScreeningUnavailable } from './screeningUnavailable.ts';

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

/** Every address must have an answer. One that lacks it counts as not screened, not as clear. */
function findMatches(addresses: readonly ScreenedAddress[], { results }: Answer): readonly ScreeningMatch[] {
  return addresses.flatMap(({ role, address }): readonly ScreeningMatch[] => {
    const about = results.filter((result) => result.address.toLowerCase() === address.toLowerCase());
    if (about.length === 0) throw new ScreeningUnavailable('the screening service did not answer about every address');
    const match = about.find((result) => result.match);
    return match ? [{ role, address, source: 'service', detail: match.reason?.slice(0, MAX_DETAIL) ?? null }] : [];
  });
}

/**
 * Asks the screening service about the addresses of a transfer.
 * @throws ScreeningUnavailable when the answer is late, an error, malformed or incomplete
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
