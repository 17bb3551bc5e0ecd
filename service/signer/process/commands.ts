import { parseArgs } from 'node:util';
import type { Hex } from 'viem';
import { generatePrivateKey } from 'viem/accounts';
import { createLogger } from '../../boot/log.ts';
import { InvalidConfig, OperatorError } from '../../boot/operatorError.ts';
import { isPrivateKey } from '../../boot/signerSettings.ts';
import { readVersion } from '../../boot/version.ts';
import { readPassword, readTypedKey } from './keys.ts';
import { KeystoreRefused, writeKeystore } from './keystore.ts';
import type { RunningSigner } from './openSigner.ts';
import { openSigner } from './openSigner.ts';

const USAGE = `npm run signer                              sign until stopped
npm run signer -- new-key --out FILE        create a key and write it to a keystore
npm run signer -- import-key --out FILE     write a typed or piped key to a keystore`;

async function readImportedKey(): Promise<Hex> {
  const text = await readTypedKey();
  if (isPrivateKey(text)) return text;
  throw new KeystoreRefused(
    'The input is not a private key: it must be 0x and 64 hex digits. No keystore was written.',
  );
}

async function makeKeystore(path: string, command: 'new-key' | 'import-key'): Promise<void> {
  const privateKey = command === 'new-key' ? generatePrivateKey() : await readImportedKey();
  const password = await readPassword(process.env, { isNew: true });
  const address = await writeKeystore(path, { privateKey, password });
  console.log(`${path} holds the key of ${address}.`);
}

async function run(): Promise<void> {
  const { LOG_LEVEL: level = 'info' } = process.env;
  const logger = createLogger(level);
  logger.info(readVersion(), 'signer starting');
  const signer = await openSigner(process.env, logger);
  const stop = async (running: RunningSigner) => {
    await running.stop();
    logger.info('stopped');
    process.exit(0);
  };
  // SIGHUP comes when the terminal closes.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.once(signal, () => {
      stop(signer).catch((error: unknown) => {
        logger.error({ err: error }, 'shutdown failed');
        process.exit(1);
      });
    });
  }
}

async function execute(args: readonly string[]): Promise<void> {
  const options = { out: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [command, ...rest] = positionals;
  if (command === undefined && values.out === undefined) return run();
  if ((command === 'new-key' || command === 'import-key') && values.out !== undefined && rest.length === 0) {
    return makeKeystore(values.out, command);
  }
  throw new InvalidConfig([`Usage:\n${USAGE}`]);
}

/** Runs the signer, or one of its commands. A failure ends the process. */
export async function runCommand(args: readonly string[]): Promise<void> {
  try {
    await execute(args);
  } catch (error) {
    if (error instanceof InvalidConfig) console.error(error.problems.join('\n'));
    else if (error instanceof OperatorError) console.error(error.message);
    else if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) {
      console.error(`${error.message}\n${USAGE}`);
    } else createLogger('info').fatal({ err: error }, 'signer failed');
    process.exit(1);
  }
}
