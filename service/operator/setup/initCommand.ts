import { join } from 'node:path';
import { systemClock } from '../../boot/clock.ts';
import type { InstallationFile } from '../../boot/installation.ts';
import { replaceFile } from '../../boot/privateFiles.ts';
import { UsageError } from '../commands/command.ts';
import type { Conversation } from './conversation.ts';
import { createConversation, parseSetupArguments, SetupRefused } from './conversation.ts';
import type { DatabaseLack, RoleName } from './database.ts';
import { enableOperator, examineAsRoles, examineServer, refuseKnownRoles, setUpDatabase } from './database.ts';
import { createKey, keyPasswordPath, keysFolder, listKeys } from './hotWallet.ts';
import type { OpenInstallation } from './installationFile.ts';
import {
  changeInstallation,
  createExampleFile,
  DEFAULT_FILE,
  describeDifference,
  exists,
  formatInstallation,
  openInstallation,
  requireSound,
  withHotWallet,
} from './installationFile.ts';
import { keepPasswords, keepSecret, listMissingPasswords, writeOperatorFolder } from './people.ts';

const INIT_USAGE = `causeway init [FILE] [--database URL] [--yes]

Creates what an installation still lacks: the file itself, the hot wallet's key, passwords, the roles and tables of the database, the
roles and folders of the operators. It asks before it changes an installation, spends nothing and replaces nothing.

  FILE        the file of the installation (default: installation.json). The first run writes an example to edit
  --database  the URL of the database, as a superuser of its server; PGPASSWORD can hold the password. It is asked for when needed
  --yes       answer every question with yes`;

/** What an installation lacks. */
type Lack = {
  /** What is wrong with the key: it doesn't exist, or the file doesn't name it. */
  readonly hotWallet: 'key' | 'name' | null;
  readonly passwords: readonly RoleName[];
  /** Null for an embedded database. */
  readonly database: DatabaseLack | null;
};

/** What a person agrees to, one line each. */
export function describeLack({ hotWallet, passwords, database }: Lack): readonly string[] {
  return [
    ...(hotWallet === 'key' ? ['  the key of the hot wallet, and its password: keys/'] : []),
    ...(hotWallet === null ? [] : ['  "hotWallet" in the file']),
    ...passwords.map((role) => `  the password of ${role}: passwords/${role}`),
    ...(database?.database ? ['  the database'] : []),
    ...(database?.roles ?? []).map((role) => `  the database role ${role}`),
    ...(database && database.migrations.length > 0 ? [`  tables: ${database.migrations.join(', ')}`] : []),
    ...(database?.operators ?? []).map(
      (name) => `  the role and the folder of the operator ${name}: operators/${name}/`,
    ),
  ];
}

async function findHotWalletLack({ file, folder }: OpenInstallation): Promise<Lack['hotWallet']> {
  const keys = await listKeys(keysFolder(folder));
  if (file.hotWallet !== undefined) {
    // Without a key here, the signer's machine has it.
    if (keys.length === 0 || keys.some(({ address }) => address === file.hotWallet)) return null;
    throw new SetupRefused(
      `hotWallet is ${file.hotWallet}, but keys/ has the keys of ${keys.map(({ address }) => address).join(', ')}. Correct the file, or copy the key back.`,
    );
  }
  // A vault's payer is fixed when it is deployed. A new key couldn't pay anything from it.
  const used = file.chains.find(({ vault }) => vault !== undefined);
  if (used && keys.length === 0) {
    throw new SetupRefused(
      `${used.name} has a vault, but the file has no "hotWallet" and keys/ has no key. Write the account that pays from the vault into the file.`,
    );
  }
  if (keys.length > 1) {
    throw new SetupRefused(
      `keys/ has the keys of ${keys.map(({ address }) => address).join(', ')}, but the file has no "hotWallet". Write the one to use.`,
    );
  }
  return keys.length === 0 ? 'key' : 'name';
}

type AdminUrl = () => Promise<string>;

const nameOf = (url: string) => new URL(url).pathname;

/**
 * Reads a superuser's URL, from the command line or the person.
 * @throws SetupRefused
 */
export function askAdminUrl(
  { file }: OpenInstallation,
  { given, conversation }: { readonly given: string | undefined; readonly conversation: Conversation },
): AdminUrl {
  let known = given;
  return async () => {
    known ??= await conversation.ask(
      'The URL of the database as a superuser of its server, such as postgresql://postgres@127.0.0.1/causeway (--database):',
    );
    if (!URL.canParse(known) || !/^postgres(?:ql)?:$/.test(new URL(known).protocol)) {
      throw new SetupRefused('The URL of the database must start with postgresql://.');
    }
    if (file.database === undefined || !URL.canParse(file.database)) {
      throw new SetupRefused(
        'database is missing. Write the URL of the database into the file, without user and password.',
      );
    }
    if (nameOf(known) !== nameOf(file.database)) {
      throw new SetupRefused(
        `"database" ends in ${nameOf(file.database)}, but --database in ${nameOf(known)}. Correct one of them.`,
      );
    }
    return known;
  };
}

/** Whether the processes open the database as a folder, which has no roles. */
export function isEmbedded({ file }: OpenInstallation): boolean {
  return file.database?.startsWith('embedded:') === true;
}

async function findDatabaseLack(opened: OpenInstallation, adminUrl: AdminUrl): Promise<DatabaseLack | null> {
  if (isEmbedded(opened)) return null;
  const { file, folder } = opened;
  const unknown = await listMissingPasswords(folder);
  const { operators } = file;
  if (unknown.length === 0 && file.database !== undefined) {
    const lack = await examineAsRoles(file.database, { passwords: await keepPasswords(folder), operators });
    if (lack && lack.migrations.length === 0 && lack.operators.length === 0) return lack;
  }
  const lack = await examineServer(await adminUrl(), operators);
  refuseKnownRoles(lack, unknown);
  return lack;
}

async function createHotWallet(
  opened: OpenInstallation,
  lack: Lack['hotWallet'],
  conversation: Conversation,
): Promise<OpenInstallation> {
  if (lack === null) return opened;
  const keys = keysFolder(opened.folder);
  const [key] =
    lack === 'key' ? [await createKey(keys, await keepSecret(keyPasswordPath(keys)))] : await listKeys(keys);
  if (!key) throw new Error('no key of the hot wallet');
  const name = (written: InstallationFile) => withHotWallet(written, { hotWallet: key.address });
  conversation.say(`The key of the hot wallet is in ${key.path}. ${opened.path}:`);
  for (const line of describeDifference(opened.written, name(opened.written))) conversation.say(line);
  return changeInstallation(opened, name);
}

const isEmpty = ({ database, roles, migrations }: DatabaseLack) =>
  !database && roles.length === 0 && migrations.length === 0;

async function create(
  opened: OpenInstallation,
  { lack, adminUrl, conversation }: { lack: Lack; adminUrl: AdminUrl; conversation: Conversation },
): Promise<void> {
  const changed = await createHotWallet(opened, lack.hotWallet, conversation);
  if (lack.database === null) return;
  const passwords = await keepPasswords(opened.folder);
  if (!isEmpty(lack.database)) {
    await setUpDatabase(await adminUrl(), { lack: lack.database, passwords });
    conversation.say('The database has its roles, tables and rights');
  }
  for (const name of lack.database.operators) {
    const password = await writeOperatorFolder(changed, name);
    await enableOperator(await adminUrl(), { name, password });
    conversation.say(
      `Operator ${name}: hand ${join(opened.folder, 'operators', name)} to this person, and delete it here`,
    );
  }
}

function describeNext({ file }: OpenInstallation): readonly string[] {
  const missing = file.chains.filter(
    ({ status, depositContract, vault }) =>
      status !== 'closed' && (depositContract === undefined || vault === undefined),
  );
  return missing.length === 0
    ? ['Next: causeway vault fund all --key FILE, then causeway apply']
    : missing.map(({ name }) => `Next: causeway chain add "${name}" --key FILE`);
}

async function writeExample(path: string, conversation: Conversation): Promise<void> {
  await replaceFile(path, formatInstallation(createExampleFile(systemClock.now())));
  conversation.say(
    `${path} is an example. Edit it: chains, tokens, prices, vaults, operators, database. Each "note" says what.`,
  );
  conversation.say(`Next: causeway init ${path}`);
}

async function init(path: string, given: string | undefined, conversation: Conversation): Promise<void> {
  if (!(await exists(path))) return writeExample(path, conversation);
  const opened = await openInstallation(path);
  requireSound(opened.file);
  const adminUrl = askAdminUrl(opened, { given, conversation });
  const hotWallet = await findHotWalletLack(opened);
  const database = await findDatabaseLack(opened, adminUrl);
  const lack: Lack = { hotWallet, passwords: database ? await listMissingPasswords(opened.folder) : [], database };
  const lines = describeLack(lack);
  if (lines.length === 0) conversation.say('Nothing is missing, and nothing was changed');
  else {
    conversation.say('Missing:');
    for (const line of lines) conversation.say(line);
    await conversation.agree('Create all of this?');
    await create(opened, { lack, adminUrl, conversation });
  }
  for (const line of describeNext(opened)) conversation.say(line);
}

/** Runs `causeway init`. @throws InvalidConfig, SetupRefused, PrivateFileRefused */
export async function runInit(args: readonly string[]): Promise<void> {
  const options = { database: 'text', yes: 'flag' } as const;
  const parsed = parseSetupArguments(args, { usage: INIT_USAGE, options });
  if (!parsed) return;
  const [path = DEFAULT_FILE, ...more] = parsed.positionals;
  if (more.length > 0) throw new UsageError(`Unexpected argument: "${more[0]}".\n${INIT_USAGE}`);
  await init(path, parsed.text('database'), createConversation({ yes: parsed.flag('yes') }));
}
