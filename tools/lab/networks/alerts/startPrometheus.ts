import { execFile } from 'node:child_process';
import { access, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFreePort } from '../../processes/freePort.mjs';
import { startProcess, untilReady } from '../../processes/startProcess.ts';
import type { Labels } from './alertCase.ts';

const run = promisify(execFile);
const OPERATIONS = new URL('../../../../docs/operations/', import.meta.url);
const RULES = 'rules.yml';
const PROGRAM = '/usr/bin/prometheus';
// The metrics page takes 3 s while the database does not answer.
const SECONDS = 4;

export type Prometheus = {
  /** The labels of the firing alerts. */
  firing(): Promise<readonly Labels[]>;
  stop(): Promise<void>;
};

/** Debian's program, from this system or from its package. */
async function findProgram(folder: string): Promise<string> {
  const isInstalled = await access(PROGRAM).then(
    () => true,
    () => false,
  );
  if (isInstalled) return PROGRAM;
  const [downloads, root] = [join(folder, 'packages'), join(folder, 'root')];
  await mkdir(downloads, { recursive: true });
  await run('apt-get', ['download', 'prometheus'], { cwd: downloads });
  for (const file of await readdir(downloads)) await run('dpkg-deb', ['--extract', join(downloads, file), root]);
  return join(root, PROGRAM);
}

/**
 * The rules with short times. Alerts fire at once. Ten minutes or more become half a minute; two minutes become one, and so do
 * rate windows. Minutes of an hour become seconds of a minute.
 */
export function shortenTimes(rules: string): string {
  return rules
    .replace(/^( *for:) \w+$/gm, '$1 0s')
    .replace(/> (?:900|1800|7200)\b/g, '> 30')
    .replace(/> 120\b/g, '> 60')
    .replace(/\[(?:5m|15m|1h|6h)\]/g, '[1m]')
    .replaceAll('[1h:1m]', '[1m:1s]');
}

/** Starts Prometheus with the rules of docs/operations. @param targets the operator's ports, such as `127.0.0.1:8788` */
export async function startPrometheus(folder: string, targets: readonly string[]): Promise<Prometheus> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, RULES), shortenTimes(await readFile(new URL(RULES, OPERATIONS), 'utf8')));
  const interval = `${SECONDS}s`;
  const config = {
    global: { scrape_interval: interval, evaluation_interval: interval },
    rule_files: [RULES],
    scrape_configs: [{ job_name: 'causeway', static_configs: [{ targets }] }],
  };
  // JSON is YAML.
  await writeFile(join(folder, 'prometheus.yml'), JSON.stringify(config));
  const port = await findFreePort();
  const server = startProcess({
    title: 'Prometheus',
    command: await findProgram(folder),
    args: [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    logFile: join(folder, 'prometheus.log'),
    stopSignal: 'SIGTERM',
  });
  const origin = `http://127.0.0.1:${port}`;
  await untilReady(server, async () => (await fetch(`${origin}/-/ready`)).ok);
  return {
    firing: async () => {
      const response = await fetch(`${origin}/api/v1/alerts`);
      const { data } = (await response.json()) as {
        data: { alerts: { labels: Labels; state: string }[] };
      };
      return data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels);
    },
    stop: async () => {
      await server.stop();
    },
  };
}
