import { parseArgs } from 'node:util';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { systemClock } from '../../boot/clock.ts';
import { InvalidConfig } from '../../boot/operatorError.ts';
import { readPrivateFile } from '../../boot/privateFiles.ts';
import { parseConfigFile } from '../../boot/readConfig.ts';
import { parsePolicy } from '../../signer/process/policyFile.ts';
import type { Answers, ChainAnswers } from './answers.ts';
import { createExampleAnswers, readAnswers } from './answers.ts';
import type { Facts } from './createConfigs.ts';
import { createPolicyFile, createServiceFile, createWebFile } from './createConfigs.ts';
import type { Deployed } from './deployChain.ts';
import {
  connectChain,
  connectEndpoints,
  deployChain,
  readContracts,
  readTokenFacts,
  SetupRefused,
} from './deployChain.ts';
import type { InstallationFolder } from './installationFolder.ts';
import { createSecret, openInstallationFolder, parseEnvFile, writeEnvFile } from './installationFolder.ts';
import type { RolePasswords } from './setUpDatabase.ts';
import {
  createDatabase,
  createOperatorRole,
  findOperatorRoles,
  refuseKnownRoles,
  setUpDatabase,
  urlOfRole,
} from './setUpDatabase.ts';

export const INIT_USAGE = `causeway init --example > answers.json
causeway init answers.json --out FOLDER --deployer-key FILE --database URL

Deploys the contracts, creates the hot wallet, the database, its roles and tables, and writes every file of an installation.

  --example       print answers to start from
  --out           the folder to write (default: installation); a repeated run continues in it
  --deployer-key  a file with the private key that deploys and funds, readable by its owner only
  --database      the URL of the database, as a superuser of the PostgreSQL server; PGPASSWORD can hold its password. The command
                  creates the database if it does not exist`;

// Enough for an endpoint that is some blocks behind.
const CODE_TIMEOUT_MS = 60_000;
const PRIVATE_KEY = /^0x[0-9a-fA-F]{64}$/;
const PLACEHOLDERS = [
  '0x1000000000000000000000000000000000000001',
  '0x2000000000000000000000000000000000000002',
  '0x3000000000000000000000000000000000000003',
] as const;

const toText = (file: unknown) => `${JSON.stringify(file, null, 2)}\n`;

type Decimals = Facts['decimals'];

async function readDecimals(answers: Answers): Promise<Decimals> {
  const chains = answers.chains.map(async (chain) => {
    const client = await connectChain(chain);
    const tokens = answers.tokens.flatMap(({ name, addresses }) => {
      const address = addresses[chain.name];
      return address === undefined ? [] : [{ name, address }];
    });
    const facts = tokens.map(async ({ name, address }) => {
      const { decimals } = await readTokenFacts(client, address).catch((error: unknown) => {
        throw new SetupRefused(`${chain.name}: ${address} does not answer as ${name}. Correct the token's address.`, {
          cause: error,
        });
      });
      return [name, decimals] as const;
    });
    return [chain.name, Object.fromEntries(await Promise.all(facts))] as const;
  });
  return Object.fromEntries(await Promise.all(chains));
}

/** Refuses settings that the service or the signer would refuse, before anything is deployed. */
function validate(written: Answers, facts: Facts): void {
  const answers = { ...written, secrets: {} };
  const problems: string[] = [];
  parseConfigFile(toText(createServiceFile(answers, facts, 'worker')), problems);
  if (problems.length > 0) throw new InvalidConfig(problems);
  parsePolicy(toText(createPolicyFile(answers, facts)));
}

function placeholders(answers: Answers): Readonly<Record<string, Required<Deployed>>> {
  const [depositContract, vault] = PLACEHOLDERS;
  return Object.fromEntries(answers.chains.map(({ name }) => [name, { depositContract, vault, startBlock: 1 }]));
}

async function deployAll(
  answers: Answers,
  { keyFile, folder, facts }: { keyFile: string; folder: InstallationFolder; facts: Omit<Facts, 'deployed'> },
): Promise<Facts['deployed']> {
  const key = (await readPrivateFile(keyFile)).trim();
  if (!PRIVATE_KEY.test(key)) throw new SetupRefused(`${keyFile} has no private key: 0x and 64 hex digits.`);
  const deployer = privateKeyToAccount(key as `0x${string}`);
  const contracts = await readContracts();
  const known = await folder.deployed();
  const found: Record<string, Required<Deployed>> = {};
  for (const chain of answers.chains) {
    const client = await connectChain(chain);
    const endpoints = connectEndpoints(chain);
    const connected = { chain, client, endpoints, codeTimeoutMs: CODE_TIMEOUT_MS };
    const setup = { ...connected, answers, deployer, contracts, hotWallet: facts.hotWallet, say: console.log };
    const decimals = facts.decimals[chain.name] ?? {};
    found[chain.name] = await deployChain({ ...setup, decimals }, known[chain.name] ?? {}, (deployed) =>
      folder.storeDeployed(chain.name, deployed),
    );
  }
  return found;
}

async function writeFiles(
  folder: InstallationFolder,
  {
    answers,
    facts,
    adminUrl,
    passwords,
  }: { answers: Answers; facts: Facts; adminUrl: string; passwords: RolePasswords },
): Promise<void> {
  await folder.write('api.json', toText(createServiceFile(answers, facts, 'api')));
  await folder.write('worker.json', toText(createServiceFile(answers, facts, 'worker')));
  await folder.write('policy.json', toText(createPolicyFile(answers, facts)));
  await folder.write('web.json', toText(createWebFile(answers, facts)));
  const writeTo = (name: string) => (file: string, text: string) => folder.write(`${name}/${file}`, text);
  await writeSecrets(writeTo('secrets'), answers, ({ rpcUrls }) => rpcUrls);
  await writeSecrets(writeTo('signer-secrets'), answers, ({ rpcUrls, signerRpcUrls = rpcUrls }) => signerRpcUrls);
  for (const role of ['api', 'worker', 'operator', 'migrate'] as const) {
    const name = `causeway_${role}` as const;
    const url = urlOfRole(adminUrl, name, passwords[name]);
    await folder.write(`${role}.env`, writeEnvFile({ DATABASE_URL: url }));
  }
}

/** Writes the secret URLs, one a file, into the folder of the processes that use them. */
async function writeSecrets(
  write: InstallationFolder['write'],
  { chains, secrets = {} }: Answers,
  list: (chain: ChainAnswers) => readonly string[],
): Promise<void> {
  for (const url of chains.flatMap(list)) {
    const name = secrets[url];
    if (name !== undefined) await write(name, `${url}\n`);
  }
}

/**
 * Creates the roles of the operators, and a folder for each that belongs on the operator's own machine. The password is stored
 * before the role exists: after an interruption the next run uses the same one. A role without its environment file was handed over.
 */
async function setUpOperators(
  folder: InstallationFolder,
  {
    answers,
    facts,
    adminUrl,
    existing,
  }: { answers: Answers; facts: Facts; adminUrl: string; existing: ReadonlySet<string> },
): Promise<void> {
  for (const name of answers.operators) {
    // The command line judges by this configuration, so each run writes it, also for a folder that was handed over.
    await folder.write(`operators/${name}/worker.json`, toText(createServiceFile(answers, facts, 'worker')));
    const write = (file: string, text: string) => folder.write(`operators/${name}/secrets/${file}`, text);
    await writeSecrets(write, answers, ({ rpcUrls }) => rpcUrls);
    const env = await folder.operatorEnv(name);
    if (env === null && existing.has(name)) {
      console.log(
        `Operator ${name}: the role exists and keeps its password. Hand the configuration in ${folder.path}/operators/${name} to this person again, and delete it here`,
      );
      continue;
    }
    const stored = env === null ? null : new URL(parseEnvFile(env).DATABASE_URL ?? '').password;
    const password = stored ?? createSecret();
    const url = urlOfRole(adminUrl, name, password);
    await folder.write(`operators/${name}/operator.env`, writeEnvFile({ DATABASE_URL: url }));
    if (!existing.has(name)) await createOperatorRole(adminUrl, { name, password });
    console.log(`Operator ${name}: hand ${folder.path}/operators/${name} to this person, and delete it here`);
  }
}

async function init(answers: Answers, options: { out: string; keyFile: string; adminUrl: string }): Promise<void> {
  const decimals = await readDecimals(answers);
  validate(answers, { hotWallet: PLACEHOLDERS[2], deployed: placeholders(answers), decimals });
  const folder = await openInstallationFolder(options.out);
  await createDatabase(options.adminUrl);
  if (!(await folder.hasPasswords())) await refuseKnownRoles(options.adminUrl);
  const existing = await findOperatorRoles(options.adminUrl, answers.operators);
  const hotWallet = await folder.hotWallet(generatePrivateKey);
  console.log(`Hot wallet: ${hotWallet}`);
  const known = { hotWallet, decimals };
  const deployed = await deployAll(answers, { keyFile: options.keyFile, folder, facts: known });
  const facts = { ...known, deployed };
  validate(answers, facts);
  const passwords = await folder.passwords();
  const applied = await setUpDatabase(options.adminUrl, passwords);
  console.log(`Database: roles and rights are set, ${applied.length} schema files applied`);
  await writeFiles(folder, { answers, facts, adminUrl: options.adminUrl, passwords });
  await setUpOperators(folder, { answers, facts, adminUrl: options.adminUrl, existing });
  console.log(`\nThe installation is in ${options.out}. Next: sh /opt/causeway/operations/install.sh ${options.out}`);
}

/** Runs `causeway init`. @throws InvalidConfig, SetupRefused, PrivateFileRefused */
export async function runInit(args: readonly string[]): Promise<void> {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      out: { ...text, default: 'installation' },
      'deployer-key': text,
      database: text,
      example: flag,
      help: flag,
    },
  });
  if (values.help) return console.log(INIT_USAGE);
  if (values.example) return console.log(toText(createExampleAnswers(systemClock.now())).trimEnd());
  const [file, ...more] = positionals;
  const { 'deployer-key': keyFile, database: adminUrl, out } = values;
  if (file === undefined || more.length > 0 || keyFile === undefined || adminUrl === undefined) {
    throw new InvalidConfig([`Usage:\n${INIT_USAGE}`]);
  }
  await init(await readAnswers(file), { out, keyFile, adminUrl });
}
