import type { FileHandle } from 'node:fs/promises';
import { open, readFile } from 'node:fs/promises';
import { OperatorError } from '../../boot/operatorError.ts';
import { replaceFile } from '../../boot/privateFiles.ts';

/**
 * Thrown if a log of the signer is unreadable or unwritable. The signer signs nothing until it can write the log again.
 */
export class SignerLogBroken extends OperatorError {
  readonly code = 'SIGNER_LOG_BROKEN';
}

/** A file of lines that survives restarts. Only one process may have it open, and its calls run one after the other. */
export type AppendLog = {
  /** Returns after the lines are on disk. @throws SignerLogBroken */
  append(lines: readonly string[]): Promise<void>;
  /** @throws SignerLogBroken if the file can't be written now */
  verify(): Promise<void>;
  /** Replaces the content with the current lines. If that fails, the next use tries again. */
  compact(): Promise<void>;
  close(): Promise<void>;
};

/** @throws SignerLogBroken */
export async function readLogLines(path: string): Promise<readonly string[]> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw new SignerLogBroken(`${path} cannot be read. Correct its permissions.`, { cause: error });
  });
  // If the signer was killed while writing, the last line is incomplete. It had not signed for that line.
  return text.split('\n').slice(0, -1);
}

/**
 * Opens a log for appending.
 * @param listLines the lines that the file should have now, each with its line break
 * @throws SignerLogBroken
 */
export async function openAppendLog(path: string, listLines: () => readonly string[]): Promise<AppendLog> {
  // Null after a failed write. The file may then end with half a line, so the next use writes it again.
  let file: FileHandle | null = null;
  const forgetFile = async () => {
    const old = file;
    file = null;
    await old?.close().catch(() => {});
  };
  const rewrite = async (): Promise<FileHandle> => {
    await forgetFile();
    await replaceFile(path, listLines().join(''));
    file = await open(path, 'a', 0o600);
    return file;
  };
  const verify = async (): Promise<FileHandle> => {
    try {
      return file ?? (await rewrite());
    } catch (error) {
      throw new SignerLogBroken(
        `${path} cannot be written. Free disk space or correct its permissions. The signer then continues by itself.`,
        { cause: error },
      );
    }
  };
  await verify();
  return {
    append: async (lines) => {
      const current = await verify();
      try {
        await current.appendFile(lines.join(''));
        await current.datasync();
      } catch (error) {
        await forgetFile();
        throw new SignerLogBroken(`${path} cannot be written. Nothing was signed.`, { cause: error });
      }
    },
    verify: async () => {
      await verify();
    },
    compact: async () => {
      await rewrite().catch(forgetFile);
    },
    close: forgetFile,
  };
}
