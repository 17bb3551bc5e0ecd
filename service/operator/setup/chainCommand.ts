import { UsageError } from '../commands/command.ts';
import { readContracts } from './contracts.ts';
import { createConversation, expectPositionals, parseSetupArguments } from './conversation.ts';
import { deployChain, finishInterrupted } from './deployChain.ts';
import { connectWith } from './endpoints.ts';
import { DEFAULT_FILE, openInstallation, requireChain, requireSound } from './installationFile.ts';
import { readAccount } from './transactions.ts';

const CHAIN_USAGE = `causeway chain add <chain> --key FILE [--file installation.json] [--yes]

Deploys the contracts that a chain of the file lacks, and writes their addresses into the file. It shows account, arguments and gas, and
asks before each transaction. A repeated run continues where the last one ended.

  --key   a file with the private key of the account that deploys, readable by its owner only
  --file  the file of the installation (default: installation.json)
  --yes   answer every question with yes`;

// Enough for an endpoint that is a few blocks behind.
export const CODE_TIMEOUT_MS = 60_000;

/** Runs `causeway chain`. @throws InvalidConfig, SetupRefused, PrivateFileRefused */
export async function runChain(args: readonly string[]): Promise<void> {
  const options = { key: 'text', file: 'text', yes: 'flag' } as const;
  const parsed = parseSetupArguments(args, { usage: CHAIN_USAGE, options });
  if (!parsed) return;
  const [action, name = ''] = expectPositionals(parsed, ['add', '<chain>'], CHAIN_USAGE);
  const keyFile = parsed.text('key');
  if (action !== 'add') throw new UsageError(`Unknown action "${action}".\n${CHAIN_USAGE}`);
  if (keyFile === undefined) throw new UsageError(`Missing --key.\n${CHAIN_USAGE}`);
  const before = await openInstallation(parsed.text('file') ?? DEFAULT_FILE);
  requireSound(before.file);
  const account = await readAccount(keyFile);
  const conversation = createConversation({ yes: parsed.flag('yes') });
  const common = { codeTimeoutMs: CODE_TIMEOUT_MS, conversation };
  const connect = connectWith(before);
  const opened = await finishInterrupted({ ...common, opened: before, connect });
  const connected = await connect(requireChain(opened, name));
  await deployChain({ ...common, opened, connected, account, contracts: await readContracts() });
  conversation.say(`Next: causeway vault fund "${name}" --key FILE`);
}
