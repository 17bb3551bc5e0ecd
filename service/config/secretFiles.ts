import * as v from 'valibot';
import { PrivateFileRefused, readPrivateFile } from '../privateFile.ts';
import { locateSecret } from '../secretFolder.ts';

/** Stands for the content of a file, so that a configuration can be stored and shared without the keys in its URLs. */
const reference = v.strictObject({ file: v.pipe(v.string(), v.minLength(1)) });

const SECRET_LISTS = ['rpcUrls', 'wsUrls'] as const;

const chainWithSecrets = v.looseObject({
  rpcUrls: v.optional(v.array(v.unknown())),
  wsUrls: v.optional(v.array(v.unknown())),
});
const fileWithSecrets = v.looseObject({ chains: v.array(v.unknown()) });

type Context = { readonly problems: string[]; readonly secrets: string | undefined };

async function resolve(entry: unknown, path: string, { problems, secrets }: Context): Promise<unknown> {
  const parsed = v.safeParse(reference, entry);
  if (!parsed.success) return entry;
  const file = locateSecret(parsed.output.file, secrets);
  try {
    const text = (await readPrivateFile(file)).trim();
    if (text !== '') return text;
    problems.push(`${path} names ${file}, but that file is empty.`);
  } catch (error) {
    if (!(error instanceof PrivateFileRefused)) throw error;
    problems.push(`${path}: ${error.message}`);
  }
  // The problem above is the only one to report about this entry.
  return 'https://unreadable.invalid';
}

async function resolveChain(entry: unknown, path: string, context: Context): Promise<unknown> {
  const chain = v.safeParse(chainWithSecrets, entry);
  if (!chain.success) return entry;
  const resolved: Record<string, unknown> = { ...chain.output };
  for (const list of SECRET_LISTS) {
    const entries = chain.output[list];
    if (!entries) continue;
    resolved[list] = await Promise.all(entries.map((one, index) => resolve(one, `${path}.${list}.${index}`, context)));
  }
  return resolved;
}

/**
 * Replaces each `{ "file": "…" }` in the lists of URLs of a configuration or a policy by the content of the file, and adds a
 * sentence for each unusable file to the problems. A text that is no such JSON is returned as it is.
 * @param secrets what to put before a bare name, see `locateSecret`
 */
export async function resolveSecretFiles(text: string, problems: string[], secrets?: string): Promise<string> {
  const file = v.safeParse(v.pipe(v.string(), v.parseJson(), fileWithSecrets), text);
  if (!file.success) return text;
  const chains = await Promise.all(
    file.output.chains.map((chain, index) => resolveChain(chain, `chains.${index}`, { problems, secrets })),
  );
  return JSON.stringify({ ...file.output, chains });
}
