import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { findFreePort } from '../../processes/freePort.mjs';
import type { ProcessSpec } from '../../processes/startProcess.ts';
import { startProcess, untilReady } from '../../processes/startProcess.ts';
import { requireSharedBundle } from '../../service/programs.ts';
import type { WorkFolder } from '../../service/workFolder.ts';
import type { FuzzTarget } from './fuzzServer.ts';
import { findStatusProblem } from './fuzzServer.ts';
import { rawRequests } from './rawRequests.ts';

const BRAND = 'Fuzzed & Sons';
const PAGE = '<!doctype html><title>Causeway</title><script>1</script>';
const SCRIPT = 'console.log("a script");'.repeat(20);
const LARGE = 'x'.repeat(3_000_000);
const METHODS = ['GET', 'GET', 'GET', 'GET', 'GET', 'GET', 'HEAD', 'POST'];
const PATHS = [
  ...[
    '/',
    '/index.html',
    '/receipts/0xabc',
    '/ready',
    '/metrics',
    '/config.json',
    '/manifest.json',
    '/manifest.webmanifest',
    '/icon.svg',
  ],
  ...[
    '/assets/app.js',
    '/assets/app.js',
    '/assets/large.js',
    '/assets/changing.js',
    '/assets/',
    '/brand/logo.svg',
    '/brand/',
  ],
];
const SHORT_MS = 3;

async function writeBuild(webDir: string): Promise<void> {
  await mkdir(join(webDir, 'assets'), { recursive: true });
  const files = {
    'index.html': PAGE,
    'manifest.webmanifest': '{"name":"Causeway"}',
    'icon.svg': '<svg/>',
    'assets/app.js': SCRIPT,
    'assets/app.js.gz': gzipSync(SCRIPT),
    'assets/large.js': LARGE,
  };
  await Promise.all(Object.entries(files).map(([name, content]) => writeFile(join(webDir, name), content)));
}

/** Keeps replacing files of the build, like a deployment at its worst. */
function keepBuilding(webDir: string): () => Promise<void> {
  const changing = join(webDir, 'assets/changing.js');
  const replaced = ['index.html', 'manifest.webmanifest', 'assets/app.js.gz'].map((name) => join(webDir, name));
  let isOver = false;
  const build = async () => {
    while (!isOver) {
      for (const file of replaced) {
        await rename(file, `${file}.away`);
        await setTimeout(SHORT_MS);
        await rename(`${file}.away`, file);
      }
      // A file that exists but cannot be read, even by the superuser.
      await symlink('/proc/self/mem', changing);
      await setTimeout(SHORT_MS);
      await rm(changing);
      await writeFile(changing, LARGE);
      await setTimeout(SHORT_MS);
      await rm(changing);
    }
  };
  const built = build();
  return async () => {
    isOver = true;
    await built;
  };
}

/** By default this repository's web host. */
export type HostProgram = Pick<ProcessSpec, 'args'>;

/** Starts a web host process with a brand, on a build that changes while it is served. */
export async function startHostTarget(
  folder: WorkFolder,
  { args }: HostProgram = { args: [requireSharedBundle().host] },
): Promise<FuzzTarget & { readonly stop: () => Promise<unknown> }> {
  const webDir = join(folder.path, 'dist');
  const brandDir = join(folder.path, 'brand');
  await writeBuild(webDir);
  await mkdir(brandDir);
  await writeFile(join(brandDir, 'logo.svg'), '<svg/>');
  const config = {
    brand: { name: BRAND },
    service: { baseUrl: 'https://api.example' },
    chains: [],
    wallets: { safe: true },
  };
  const port = await findFreePort();
  const listen = { host: '127.0.0.1', port };
  const { PATH = '', HOME = '' } = process.env;
  const host = startProcess({
    title: 'the web host',
    command: process.execPath,
    args,
    cwd: folder.path,
    env: {
      ...{ PATH, HOME, CAUSEWAY_STATE: folder.path },
      CAUSEWAY_INSTALLATION: await folder.write('host.json', JSON.stringify({ listen, config })),
    },
    stopSignal: 'SIGTERM',
  });
  const verify = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } });
    const text = await response.text();
    if (response.status !== 200 || !text.includes('Fuzzed &amp; Sons'))
      throw new Error(`/ answers ${response.status}: ${text}`);
  };
  await untilReady(host, () => verify().then(() => true));
  return {
    name: 'web host',
    process: host,
    clients: 32,
    open: () => connect(port, '127.0.0.1'),
    answersHttp: true,
    attempts: rawRequests({ methods: METHODS, paths: PATHS, bodies: fc.string() }).map((request) => ({
      request,
      findProblem: findStatusProblem,
    })),
    reached: ['200', '206', '400', '404', '405', '416', '503'],
    verify,
    disturb: () => keepBuilding(webDir),
    stop: host.stop,
  };
}
