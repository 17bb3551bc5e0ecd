import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Environment } from '../config/config.ts';
import { readPrivateFile } from '../config/privateFile.ts';
import { KeystoreRefused } from './keystore.ts';

/** Asks on the terminal, and shows nothing of what is typed. */
async function ask(question: string): Promise<string> {
  process.stderr.write(`${question}: `);
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silence, terminal: true });
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}

/** The keystore's password: from the file that the environment names, else from the terminal. */
export async function readPassword(env: Environment, { isNew = false } = {}): Promise<string> {
  const { CAUSEWAY_KEYSTORE_PASSWORD_FILE: path } = env;
  if (path) return (await readPrivateFile(path)).replace(/\r?\n$/, '');
  if (!process.stdin.isTTY) {
    throw new KeystoreRefused(
      'CAUSEWAY_KEYSTORE_PASSWORD_FILE is not set, and there is no terminal to ask for the password on.',
    );
  }
  const password = await ask('Password of the keystore');
  if (isNew && (await ask('Once more')) !== password) throw new KeystoreRefused('The two passwords are not the same.');
  return password;
}

/** A private key from the terminal or from what is piped in; never from the command line, which every account can read. */
export async function readTypedKey(): Promise<string> {
  return (process.stdin.isTTY ? await ask('Private key') : await text(process.stdin)).trim();
}
