import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Environment } from '../config/config.ts';
import { readPrivateFile } from '../privateFile.ts';
import { KeystoreRefused } from './keystore.ts';

/** Asks on the terminal without echoing the answer. */
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

/** Reads the keystore's password from CAUSEWAY_KEYSTORE_PASSWORD_FILE, or else from the terminal. */
export async function readPassword(env: Environment, { isNew = false } = {}): Promise<string> {
  const { CAUSEWAY_KEYSTORE_PASSWORD_FILE: path } = env;
  if (path) return (await readPrivateFile(path)).replace(/\r?\n$/, '');
  if (!process.stdin.isTTY) {
    throw new KeystoreRefused(
      'CAUSEWAY_KEYSTORE_PASSWORD_FILE is not set, and there is no terminal to type the password on. Set it to a file with the password.',
    );
  }
  const password = await ask('Password of the keystore');
  if (isNew && (await ask('Repeat the password')) !== password)
    throw new KeystoreRefused('The two passwords differ. No keystore was written.');
  return password;
}

/** Reads a private key from the terminal or from a pipe, not from an argument: every account can read those. */
export async function readTypedKey(): Promise<string> {
  return (process.stdin.isTTY ? await ask('Private key') : await text(process.stdin)).trim();
}
