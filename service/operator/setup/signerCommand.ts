import type { InstallationFile } from '../../boot/installation.ts';
import { acceptNonces } from '../../signer/process/acceptNonces.ts';
import { lockState } from '../../signer/process/keys.ts';
import { moveIn, moveOut } from '../../signer/process/moveState.ts';
import { pathOn, secretsOf, stateOf } from '../apply/machine.ts';
import { COPIES } from '../apply/placedFiles.ts';
import { UsageError } from '../commands/command.ts';
import type { Conversation } from './conversation.ts';
import { createConversation, parseSetupArguments, SetupRefused } from './conversation.ts';
import type { StoredKey } from './hotWallet.ts';
import { createKey, findKeyHome, giveToOwner, keysFolder, listKeys } from './hotWallet.ts';
import type { OpenInstallation } from './installationFile.ts';
import {
  changeInstallation,
  DEFAULT_FILE,
  describeDifference,
  openInstallation,
  withHotWallet,
} from './installationFile.ts';

const SIGNER_USAGE = `causeway signer key [--file installation.json] [--state FOLDER] [--yes]
causeway signer move out|in FOLDER [--state FOLDER] [--yes]
causeway signer accept-nonces [--file /etc/causeway/signer/installation.json] [--state FOLDER]

"key" creates the key of a new hot wallet beside the old one (in keys/ or the folder of the signer), and writes it into the file. "move" brings keystores and payment log of a
stopped signer to another machine: "out" packs them into FOLDER, and a signer refuses to start here from then on; "in" unpacks them there. "accept-nonces" records in the payment log of a stopped signer that it lacks
nonces that the hot wallet has used: after a lost log, or for a key that was used elsewhere.

  --state  the folder of the signer (default: /var/lib/causeway-signer)
  --file   the file of the installation (default: installation.json)
  --yes    answer every question with yes`;

const MACHINE = { root: '/' };
const STATE = pathOn(MACHINE, stateOf('signer'));
const APPROVED = pathOn(MACHINE, COPIES.signer);

/** The file with a new hot wallet. The old one becomes a former one. */
function rotate(written: InstallationFile, address: StoredKey['address']): InstallationFile {
  const { hotWallet, formerHotWallets = [] } = written;
  if (hotWallet === undefined)
    throw new SetupRefused('hotWallet is missing. Run "causeway init", which creates its key.');
  return withHotWallet(written, { hotWallet: address, formerHotWallets: [...formerHotWallets, hotWallet] });
}

/** An interrupted command's key, which the file doesn't name yet. */
async function findUnusedKey({ file }: OpenInstallation, keys: string): Promise<StoredKey | undefined> {
  const used: readonly (string | undefined)[] = [file.hotWallet, ...file.formerHotWallets];
  return (await listKeys(keys)).find(({ address }) => !used.includes(address));
}

type KeySetup = { readonly opened: OpenInstallation; readonly state: string; readonly conversation: Conversation };

async function createNextKey({ opened, state, conversation }: KeySetup): Promise<void> {
  const { file, folder, path } = opened;
  const { hotWallet } = file;
  if (hotWallet === undefined) {
    throw new SetupRefused('hotWallet is missing. Run "causeway init", which creates its key.');
  }
  const { keys, password } = await findKeyHome(hotWallet, [keysFolder(folder), state]);
  await conversation.agree(`Replace the hot wallet ${hotWallet} with a new key?`);
  const key = (await findUnusedKey(opened, keys)) ?? (await createKey(keys, password));
  await giveToOwner(keys);
  const next = (written: InstallationFile) => rotate(written, key.address);
  conversation.say(`The new key is in ${key.path}, with the password of the old one. ${path}:`);
  for (const line of describeDifference(opened.written, next(opened.written))) conversation.say(line);
  await changeInstallation(opened, next);
  for (const line of [
    'Next:',
    '  1. causeway vault all addPayer --safe FILE; after the delay the same with --execute',
    '  2. causeway vault fund all --key FILE: the new hot wallet needs gas',
    '  3. causeway pause all; once no payment is unsettled: causeway apply',
    '  4. causeway resume all',
    `  5. causeway vault all removePayer ${hotWallet} --safe FILE`,
  ]) {
    conversation.say(line);
  }
}

async function move(
  direction: 'out' | 'in',
  { folder, state, conversation }: { folder: string; state: string; conversation: Conversation },
): Promise<void> {
  const lock = await lockState(state);
  try {
    if (direction === 'out') {
      await conversation.agree(
        `Move the state of the signer from ${state} to ${folder}? No signer starts in ${state} then.`,
      );
      const names = await moveOut(state, folder);
      conversation.say(
        `${names.join(', ')} are in ${folder}. The keystore's password is not: transfer it by another route`,
      );
      conversation.say(`Next, on the other machine: causeway signer move in ${folder}`);
    } else {
      const names = await moveIn(state, folder);
      await giveToOwner(state);
      conversation.say(`${names.join(', ')} are in ${state}. Delete ${folder} here and where it came from`);
    }
  } finally {
    await lock.release();
  }
}

/** Reads the chains with the signer's copy of the file and its secrets. */
async function acceptUsedNonces({
  file,
  state,
  conversation,
}: {
  file: string;
  state: string;
  conversation: Conversation;
}) {
  const env = {
    ...secretsOf(MACHINE, 'signer-secrets'),
    ...process.env,
    CAUSEWAY_STATE: state,
    CAUSEWAY_INSTALLATION: file,
  };
  for (const sentence of await acceptNonces(env)) conversation.say(sentence);
  await giveToOwner(state);
}

/**
 * Runs `causeway signer`.
 * @throws UsageError, InvalidConfig, SetupRefused, MoveRefused, DirectoryLocked, SignerLogBroken, Unverified
 */
export async function runSigner(args: readonly string[]): Promise<void> {
  const options = { file: 'text', state: 'text', yes: 'flag' } as const;
  const parsed = parseSetupArguments(args, { usage: SIGNER_USAGE, options });
  if (!parsed) return;
  const [action, direction, folder, ...more] = parsed.positionals;
  const conversation = createConversation({ yes: parsed.flag('yes') });
  const state = parsed.text('state') ?? STATE;
  if (action === 'key' && direction === undefined) {
    const opened = await openInstallation(parsed.text('file') ?? DEFAULT_FILE);
    return createNextKey({ opened, state, conversation });
  }
  if (action === 'accept-nonces' && direction === undefined) {
    return acceptUsedNonces({ file: parsed.text('file') ?? APPROVED, state, conversation });
  }
  const isMove = action === 'move' && (direction === 'out' || direction === 'in');
  if (!isMove || folder === undefined || more.length > 0) throw new UsageError(`Use:\n${SIGNER_USAGE}`);
  return move(direction, { folder, state, conversation });
}
