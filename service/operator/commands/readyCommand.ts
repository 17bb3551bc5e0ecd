import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import type { Environment } from '../../boot/config.ts';
import type { CommandOutput, LocalCommand } from './command.ts';
import { CommandRefused, expectArguments, formatTable } from './command.ts';

/** The operator's port of a process. */
type Port = { readonly name: string; readonly origin: string };

const LISTED = /^[\w.[\]:-]+:\d{1,5}$/;

const PROCESS_FILE = v.object({
  operator: v.nullish(v.object({ host: v.optional(v.string(), '127.0.0.1'), port: v.number() })),
});

async function readPort(path: string): Promise<Port | null> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    const { operator } = v.parse(PROCESS_FILE, JSON.parse(text));
    return operator ? { name: path, origin: `http://${operator.host}:${operator.port}` } : null;
  } catch (cause) {
    throw new CommandRefused(`${path} cannot be read: its "operator" needs a host and a port.`, { cause });
  }
}

/**
 * The operator's port of every process: those of CAUSEWAY_PORTS, else those of the configurations of the installation.
 * @throws CommandRefused when none is known
 */
async function listPorts(env: Environment): Promise<readonly Port[]> {
  const { CAUSEWAY_PORTS: listed, CAUSEWAY_CONFIG: config, CAUSEWAY_INSTALLATION: folder } = env;
  if (listed) {
    return listed.split(',').map((part) => {
      const name = part.trim();
      if (!LISTED.test(name)) throw new CommandRefused(`CAUSEWAY_PORTS must be "host:port,…"; it has "${name}".`);
      return { name, origin: `http://${name}` };
    });
  }
  const home = folder ?? (config ? dirname(config) : null);
  const paths = [...(home === null ? [] : ['worker.json', 'api.json'].map((name) => join(home, name)))];
  const found = (await Promise.all(paths.map(readPort))).filter((port) => port !== null);
  const alone = found.length === 0 && config ? await readPort(config) : null;
  const ports = alone ? [alone] : found;
  if (ports.length > 0) return ports;
  throw new CommandRefused(
    'No process is known: no configuration with "operator" was found. Set CAUSEWAY_PORTS to the operator\'s port of each process, such as 127.0.0.1:8788,127.0.0.1:8789.',
  );
}

const ANSWER = v.object({
  version: v.string(),
  commit: v.string(),
  checks: v.array(v.object({ name: v.string(), ok: v.boolean(), detail: v.string() })),
});

type Check = v.InferOutput<typeof ANSWER>['checks'][number];
type Answer = { readonly process: string; readonly version: string | null; readonly checks: readonly Check[] };

const TIMEOUT_MS = 10_000;

async function askPort({ name, origin }: Port): Promise<Answer> {
  try {
    const response = await fetch(`${origin}/ready`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { version, commit, checks } = v.parse(ANSWER, await response.json());
    return { process: name, version: `${version} (${commit})`, checks };
  } catch {
    const detail = `${origin} gave no answer within ${TIMEOUT_MS / 1000} s, or not the one of an operator's port`;
    return { process: name, version: null, checks: [{ name: 'process', ok: false, detail }] };
  }
}

async function askAll(env: Environment): Promise<CommandOutput> {
  const answers = await Promise.all((await listPorts(env)).map(askPort));
  const rows = answers.flatMap(({ process, checks }) =>
    checks.map(({ name, ok, detail }) => [ok ? 'ok' : 'FAIL', process, name, detail]),
  );
  const failed = answers.flatMap(({ checks }) => checks).filter(({ ok }) => !ok).length;
  return {
    json: answers,
    lines: [
      ...formatTable(['', 'process', 'check', 'detail'], rows),
      ...answers.flatMap(({ process, version }) => (version === null ? [] : [`${process} runs ${version}`])),
      failed === 0 ? 'Every process is ready.' : `${failed} checks failed. See CausewayNotReady in docs/runbook.md.`,
    ],
    isFailed: failed > 0,
  };
}

export const readyCommand: LocalCommand = {
  name: 'ready',
  usages: [''],
  summary: 'ask every process whether it is ready, the worker also about the signer',
  details:
    'One line for each check of each process; the exit code is 1 when one of them fails. It finds the processes in worker.json and api.json of CAUSEWAY_INSTALLATION or beside CAUSEWAY_CONFIG. For processes on other machines, set CAUSEWAY_PORTS to "host:port,…". It needs no database.',
  options: {},
  isChange: false,
  isLocal: true,
  parse: ({ args }) => {
    expectArguments(args, []);
    return askAll;
  },
};
