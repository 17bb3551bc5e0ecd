import * as v from 'valibot';
import type { Environment } from '../../boot/config.ts';
import { parseShape, portOf, readInstallationText } from '../../boot/readConfig.ts';
import type { CommandOutput, LocalCommand } from './command.ts';
import { CommandRefused, expectArguments, formatTable } from './command.ts';

/** The port of a process that answers `/ready`. */
type Port = { readonly name: string; readonly origin: string };

const LISTED = /^[\w.[\]:-]+:\d{1,5}$/;

/**
 * Every process's port: those in CAUSEWAY_PORTS, otherwise those of the installation on this machine.
 * @throws CommandRefused if none is known
 */
async function listPorts(env: Environment): Promise<readonly Port[]> {
  const { CAUSEWAY_PORTS: listed } = env;
  if (listed) {
    return listed.split(',').map((part) => {
      const name = part.trim();
      if (!LISTED.test(name)) throw new CommandRefused(`CAUSEWAY_PORTS must be "host:port,…"; it has "${name}".`);
      return { name, origin: `http://${name}` };
    });
  }
  const problems: string[] = [];
  const text = await readInstallationText(env, problems);
  const file = text === null ? null : parseShape(text, problems);
  if (!file) throw new CommandRefused(problems.join('\n'));
  const { host } = file.listen;
  const originOf = (program: 'workerOperator' | 'apiOperator' | 'web') => `http://${host}:${portOf(file, program)}`;
  return [
    { name: 'worker', origin: originOf('workerOperator') },
    { name: 'api', origin: originOf('apiOperator') },
    { name: 'web', origin: originOf('web') },
  ];
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
    const detail = `${origin} gave no answer within ${TIMEOUT_MS / 1000} s, or not the one of a process of Causeway`;
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
  summary: 'ask every process whether it is ready, and the worker also about the signer',
  details:
    'Prints one line per check and process; the exit code is 1 if one of them fails. It asks the ports of the installation on this machine. For processes on other machines, set CAUSEWAY_PORTS to "host:port,…". It needs no database.',
  options: {},
  isChange: false,
  isLocal: true,
  parse: ({ args }) => {
    expectArguments(args, []);
    return askAll;
  },
};
