import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Before this version a primary that was frozen can take the lock back from its successor, and the rows of the successor are lost:
 * https://github.com/patroni/patroni/pull/2689
 */
const FIRST_SAFE = [3, 0, 3];
/** The Debian release whose Patroni is new enough. The package is pure Python, so that it runs on an older release too. */
const RELEASE = 'trixie';
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';

/** The Patroni that apt would install. */
export type PatroniCandidate = {
  readonly losesRows: boolean;
  /** The address of the archive that has it. */
  readonly archive: string;
};

function isBefore(version: readonly number[], other: readonly number[]): boolean {
  const place = other.findIndex((part, index) => (version[index] ?? 0) !== part);
  return place >= 0 && (version[place] ?? 0) < (other[place] ?? 0);
}

/** @param policy the output of `apt-cache policy patroni` */
export function readCandidate(policy: string): PatroniCandidate {
  const version = /^ *Candidate: (?:\d+:)?(\d+(?:\.\d+)*)/m.exec(policy)?.[1];
  const archive = /^ *\d+ (https?:\S+) /m.exec(policy)?.[1];
  if (version === undefined || archive === undefined) {
    throw new Error('apt knows no archive with the package patroni. Run apt-get update, then try again.');
  }
  return { losesRows: isBefore(version.split('.').map(Number), FIRST_SAFE), archive };
}

/** The options with which apt reads only the newer release of an archive. It keeps its lists in the folder. */
export async function selectNewerRelease(folder: string, archive: string): Promise<readonly string[]> {
  const paths = { lists: join(folder, 'lists'), cache: join(folder, 'cache'), sources: join(folder, 'sources') };
  for (const path of Object.values(paths)) await mkdir(path, { recursive: true });
  const source = ['Types: deb', `URIs: ${archive}`, `Suites: ${RELEASE}`, 'Components: main', `Signed-By: ${KEYRING}`];
  await writeFile(join(paths.sources, 'newer.sources'), `${source.join('\n')}\n`);
  const settings = {
    'Dir::Etc::SourceList': '/dev/null',
    'Dir::Etc::SourceParts': paths.sources,
    'Dir::State::Lists': paths.lists,
    'Dir::Cache': paths.cache,
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
}
