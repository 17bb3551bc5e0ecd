import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { CATEGORIES } from '#shared/wire/pairs.ts';
import { depth, family } from '../config/chainFields.ts';
import { approval, priceFeed } from '../config/configFileSchema.ts';
import { InvalidConfig } from '../config/invalidConfig.ts';
import { address, day, decimalText, describeIssue, integer, name, rpcUrl } from '../config/schemaFields.ts';
import type { ResolvedAnswers } from './answerSecrets.ts';
import { resolveAnswerSecrets } from './answerSecrets.ts';

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
    throw new InvalidConfig([`${path} cannot be read. Write it with: operator init --example > ${path}`]);
  const problems: string[] = [];
  const resolved = await resolveAnswerSecrets(text, problems);
  if (problems.length > 0) throw new InvalidConfig(problems);
  return parseAnswers(resolved);
}
