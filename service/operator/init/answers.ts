import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { CATEGORIES } from '#shared/wire/pairs.ts';
import {
  address,
  approval,
  day,
  decimalText,
  depth,
  describeIssue,
  family,
  integer,
  name,
  priceFeed,
  rpcUrl,
} from '../../boot/configSchema.ts';
import { InvalidConfig } from '../../boot/operatorError.ts';
import { PrivateFileRefused, readPrivateFile } from '../../boot/privateFiles.ts';

const reference = v.strictObject({ file: v.pipe(v.string(), v.minLength(1)) });
const LISTS = { rpcUrls: '', signerRpcUrls: 'signer-' } as const;
const merging_setup_answerSecretsChain = v.looseObject({
  id: v.number(),
  rpcUrls: v.optional(v.array(v.unknown())),
  signerRpcUrls: v.optional(v.array(v.unknown())),
});
const withChains = v.looseObject({ chains: v.array(v.unknown()) });

type ResolvedAnswers = {
  readonly text: string;
  /** The name of the file of each URL that was in a file. */
  readonly secrets: Readonly<Record<string, string>>;
};

/**
 * Replaces each `{ "file": "…" }` in the lists of RPC endpoints by the URL in the file, and names the file that the installation
 * keeps it in. A text without chains is returned as it is.
 * @param problems gets a sentence for each unusable file
 */
async function resolveAnswerSecrets(text: string, problems: string[]): Promise<ResolvedAnswers> {
  const file = v.safeParse(v.pipe(v.string(), v.parseJson(), withChains), text);
  if (!file.success) return { text, secrets: {} };
  const secrets: Record<string, string> = {};
  const resolve = async (entry: unknown, name: string): Promise<unknown> => {
    const parsed = v.safeParse(reference, entry);
    if (!parsed.success) return entry;
    try {
      const url = (await readPrivateFile(parsed.output.file)).trim();
      secrets[url] ??= name;
      return url;
    } catch (error) {
      if (!(error instanceof PrivateFileRefused)) throw error;
      problems.push(error.message);
      // The sentence above is the only one to report about this entry.
      return 'https://unreadable.invalid';
    }
  };
  const chains: unknown[] = [];
  for (const entry of file.output.chains) {
    const known = v.safeParse(merging_setup_answerSecretsChain, entry);
    const resolved: Record<string, unknown> = known.success ? { ...known.output } : {};
    for (const [list, prefix] of Object.entries(LISTS)) {
      const urls = resolved[list];
      if (!Array.isArray(urls)) continue;
      const place = `chain-${resolved.id}-${prefix}`;
      resolved[list] = await Promise.all(urls.map((one, index) => resolve(one, `${place}${index + 1}`)));
    }
    chains.push(known.success ? resolved : entry);
  }
  return { text: JSON.stringify({ ...file.output, chains }), secrets };
}

const urls = v.pipe(v.array(rpcUrl), v.minLength(1, 'must not be empty'));

const chain = v.strictObject({
  name,
  id: integer(1, Number.MAX_SAFE_INTEGER),
  category: v.picklist(CATEGORIES, ({ received }) => `must be "Mainnet" or "Testnet", not ${received}`),
  /** The providers of the service. */
  rpcUrls: urls,
  /** The providers of the signer. By default those of the service: other ones protect better. */
  signerRpcUrls: v.optional(urls),
  /** The endpoints that browsers use, without secret keys. By default those of the service. */
  publicRpcUrls: v.optional(urls),
  /** Decides the depths where they are absent, and the cost of a transaction. */
  family,
  confirmations: v.optional(depth),
  payoutConfirmations: v.optional(depth),
  /** The value of payments for deposits that are not final. A mainnet needs it. */
  exposureCap: v.optional(decimalText),
  nativeToken: name,
  /** The native tokens that the hot wallet gets for gas. */
  gas: decimalText,
  maxGasPriceGwei: v.optional(decimalText, '500'),
  blockTimeMs: v.optional(integer(50, 600_000), 12_000),
  explorerUrl: v.optional(v.pipe(v.string(), v.url())),
});

const token = v.strictObject({
  name,
  price: decimalText,
  /** A feed that the price follows. `price` is its guard rail. */
  priceFeed: v.optional(priceFeed),
  /** By chain name. The zero address is the native token. */
  addresses: v.record(name, address),
  /** Without limits the token has no route, such as a native token that only pays gas. */
  limits: v.optional(
    v.strictObject({
      min: decimalText,
      max: decimalText,
      maxPerWindow: decimalText,
      feeBps: integer(0, 9999),
      feeFloor: decimalText,
    }),
  ),
  /** What each vault gets from the deployer's account. Without it you fund the vaults yourself. */
  float: v.optional(decimalText),
  resetsAllowance: v.optional(v.boolean(), false),
});

// The roles of the service, and the names that PostgreSQL reserves.
const RESERVED = /^(?:causeway_|pg_)|^(?:postgres|public|none|user)$/;

const operator = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z0-9_]{0,40}$/, 'must be lower-case letters, digits and underscores, and begin with a letter'),
  v.check((text) => !RESERVED.test(text), 'must be the name of a person, not of a role that exists already'),
);

const answersSchema = v.strictObject({
  /** Separates the transfers that browsers store for several installations on one origin. */
  installation: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,40}$/, 'must be lower-case letters, digits and hyphens')),
  /** The address at which browsers reach the API, with its prefix. */
  apiUrl: v.pipe(v.string(), v.url()),
  /** The addresses of the reverse proxies in front of the API, or false. */
  trustProxy: v.union([v.literal(false), v.array(v.string())]),
  /** The ports of the API, and of the operator's port of the API and of the worker. */
  ports: v.strictObject({
    api: integer(1, 65_535),
    apiOperator: integer(1, 65_535),
    workerOperator: integer(1, 65_535),
  }),
  /** The address that the API and the operator's ports listen on. In a container it is 0.0.0.0. */
  listen: v.optional(v.pipe(v.string(), v.ip('must be an IP address')), '127.0.0.1'),
  priceCurrency: v.string(),
  /** The day on which the operator looked up the prices. The day of the command says nothing about them. */
  pricesAsOf: day,
  /** The owner of the vaults: a multi-signature account. */
  owner: address,
  /** The account that can pause the vaults. */
  guardian: address,
  delaySeconds: integer(60, 2_592_000),
  windowSeconds: integer(60, 2_592_000),
  /** The people who run the operator's commands. Each gets a role of the database. */
  operators: v.optional(v.array(operator), []),
  /** Which commands need a second one of them. */
  approval: v.optional(approval),
  chains: v.pipe(v.array(chain), v.minLength(2, 'must list two chains or more')),
  tokens: v.pipe(v.array(token), v.minLength(1, 'must not be empty')),
});

/** What an operator decides about an installation. Everything else follows from it. */
export type Answers = v.InferOutput<typeof answersSchema> & {
  /** The RPC endpoints whose URLs were in files, with the name of the file in the installation. */
  readonly secrets?: Readonly<Record<string, string>>;
};
export type ChainAnswers = Answers['chains'][number];
export type TokenAnswers = Answers['tokens'][number];

/** @throws InvalidConfig with a sentence for each wrong answer */
function parseAnswers({ text, secrets }: ResolvedAnswers): Answers {
  const file = v.safeParse(v.pipe(v.string(), v.parseJson(undefined, 'is not JSON'), answersSchema), text);
  if (!file.success) throw new InvalidConfig(file.issues.map(describeIssue));
  const answers = file.output;
  const names = answers.chains.map((one) => one.name);
  const unknown = answers.tokens.flatMap((one) =>
    Object.keys(one.addresses)
      .filter((chainName) => !names.includes(chainName))
      .map((chainName) => `${one.name} has an address on ${chainName}, but "chains" does not list that chain.`),
  );
  const missing = answers.chains
    .filter((one) => answers.tokens.every((known) => known.name !== one.nativeToken))
    .map(
      (one) =>
        `"tokens" does not list ${one.nativeToken}, the native token of ${one.name}. Its price converts gas costs.`,
    );
  const isAlone = answers.approval !== undefined && new Set(answers.operators).size < 2;
  const alone = isAlone ? ['"approval" needs two people: list two or more in "operators".'] : [];
  // A browser must not get a secret URL because an answer is absent.
  const secret = answers.chains
    .filter(({ rpcUrls, publicRpcUrls }) => publicRpcUrls === undefined && rpcUrls.some((url) => url in secrets))
    .map(
      (one) => `${one.name} needs "publicRpcUrls" for browsers: its "rpcUrls" are in files, because they are secret.`,
    );
  const problems = [...unknown, ...missing, ...alone, ...secret];
  if (problems.length > 0) throw new InvalidConfig(problems);
  return { ...answers, secrets };
}

export async function readAnswers(path: string): Promise<Answers> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null)
    throw new InvalidConfig([`${path} cannot be read. Write it with: causeway init --example > ${path}`]);
  const problems: string[] = [];
  const resolved = await resolveAnswerSecrets(text, problems);
  if (problems.length > 0) throw new InvalidConfig(problems);
  return parseAnswers(resolved);
}

const CHAIN = {
  category: 'Testnet',
  confirmations: 2,
  payoutConfirmations: 2,
  nativeToken: 'ETH',
  gas: '1',
  maxGasPriceGwei: '500',
  blockTimeMs: 2000,
} as const;

const ROUTED = { min: '1', max: '10000', maxPerWindow: '100000', feeBps: 10, feeFloor: '0.1' };

/** Two local chains with one routed token, their native one. @param now the time of its prices */
export const createExampleAnswers = (now: Date): Answers => ({
  installation: 'example',
  apiUrl: 'http://127.0.0.1:8787/api/v1',
  trustProxy: ['127.0.0.1'],
  ports: { api: 8787, apiOperator: 8788, workerOperator: 8789 },
  listen: '127.0.0.1',
  priceCurrency: 'USD',
  pricesAsOf: now.toISOString().slice(0, 10),
  owner: '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
  guardian: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
  delaySeconds: 172_800,
  windowSeconds: 86_400,
  operators: ['alice', 'bob'],
  chains: [
    { ...CHAIN, name: 'Northshore', id: 31_337, rpcUrls: ['http://127.0.0.1:8545'] },
    { ...CHAIN, name: 'Southshore', id: 31_338, rpcUrls: ['http://127.0.0.1:8546'] },
  ],
  tokens: [
    {
      name: 'ETH',
      price: '3000',
      addresses: {
        Northshore: '0x0000000000000000000000000000000000000000',
        Southshore: '0x0000000000000000000000000000000000000000',
      },
      limits: { ...ROUTED, min: '0.001', max: '10', maxPerWindow: '50', feeFloor: '0.00005' },
      float: '100',
      resetsAllowance: false,
    },
  ],
});
