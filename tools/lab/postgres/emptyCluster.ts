import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { TEMPLATES } from './templates.ts';

const run = promisify(execFile);

export type Account = { readonly uid?: number; readonly gid?: number };

/** What a server's databases contain from the start. */
export type ClusterContent = {
  /** Changes with the content. */
  readonly key: string;
  /** Fills an empty folder with a stopped server's files. */
  fill(folder: string): Promise<void>;
};

type ClusterOptions = {
  /** The folder of initdb and postgres. */
  readonly binaries: string;
  readonly account: Account;
  /** By default the server is empty. */
  readonly content: ClusterContent | null;
};

const INITDB = ['-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];

/** Files that every server needs, including the oldest and the newest. */
const MARKS = ['PG_VERSION', 'global/pg_control', 'base/1/PG_VERSION', 'postgresql.conf'];

/** Copies a stopped server's files, preserving their owners. */
export async function copyCluster(source: string, folder: string): Promise<void> {
  await run('cp', ['-a', `${source}/.`, folder]);
}

/** Where the cluster for these programs is stored. Another version could not read its files. */
async function placeTemplate({ binaries, account, content }: ClusterOptions): Promise<string> {
  const { stdout } = await run(join(binaries, 'postgres'), ['--version']);
  const key = createHash('sha256')
    .update(JSON.stringify([stdout, binaries, account, INITDB, content?.key]))
    .digest('hex');
  return join(TEMPLATES, `postgres-${key.slice(0, 16)}`);
}

/**
 * Fills an empty folder with the files of a new PostgreSQL server. Creating them takes a second of processor time, copying them
 * a tenth of that. So the first call on a machine stores a copy.
 */
export async function createCluster(folder: string, options: ClusterOptions): Promise<void> {
  const { binaries, account, content } = options;
  const template = await placeTemplate(options);
  // A cleanup of old files may have deleted some of them.
  if (MARKS.every((file) => existsSync(join(template, file)))) return copyCluster(template, folder);
  const env = { PATH: process.env.PATH ?? '' };
  if (content) await content.fill(folder);
  else await run(join(binaries, 'initdb'), ['-D', folder, ...INITDB], { ...account, cwd: folder, env });
  await mkdir(TEMPLATES, { recursive: true, mode: 0o700 });
  const unfinished = await mkdtemp(`${template}.`);
  await copyCluster(folder, unfinished);
  // Another process may have stored its copy in the meantime.
  await rename(unfinished, template).catch(() => rm(unfinished, { recursive: true }));
}
