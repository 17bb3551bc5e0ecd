import { setTimeout as delay } from 'node:timers/promises';
import * as v from 'valibot';
import type { Installation } from '../../boot/installation.ts';
import { fingerprintOfText, parseInstallation, portOf } from '../../boot/readConfig.ts';
import { createSocketRoute, sendRequest } from '../../signer/client/remoteSigner.ts';
import { ADDRESS_PATH, addressAnswer, MAX_ANSWER_BYTES } from '../../signer/client/signer.ts';
import { fingerprintsByChain } from '../../signer/process/fingerprint.ts';
import { parsePolicy } from '../../signer/process/policyFile.ts';
import type { Machine, MachineRole } from './machine.ts';
import { ApplyRefused, pathOn } from './machine.ts';
import { unitOf } from './placedFiles.ts';

const PROBE_TIMEOUT_MS = 5000;
const INTERVAL_MS = 500;

const readyAnswer = v.looseObject({
  installation: v.optional(v.string()),
  checks: v.array(v.looseObject({ name: v.string(), ok: v.boolean(), detail: v.string() })),
});

/** What a process says about itself. */
type State = {
  /** Why it is not ready, by check name. */
  readonly failed: ReadonlyMap<string, string>;
};

const failing = (name: string, detail: string): State => ({ failed: new Map([[name, detail]]) });

type Copy = { readonly text: string; readonly installation: Installation };

async function askReady({ listen: { host } }: Installation, port: number) {
  const response = await fetch(`http://${host}:${port}/ready`, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
  return v.parse(readyAnswer, await response.json());
}

function stateOf({ checks }: v.InferOutput<typeof readyAnswer>): State {
  return { failed: new Map(checks.filter(({ ok }) => !ok).map(({ name, detail }) => [name, detail])) };
}

async function askService(role: 'worker' | 'api', { text, installation }: Copy): Promise<State> {
  const operator = parseInstallation(text, [], role)?.operator;
  // Only a lab closes the port.
  if (!operator) return { failed: new Map() };
  const answer = await askReady(installation, operator.port);
  if (answer.installation !== fingerprintOfText(text))
    return failing('installation', 'it still runs with another file');
  return stateOf(answer);
}

async function askSigner(machine: Machine, { text }: Copy): Promise<State> {
  const { open } = createSocketRoute(pathOn(machine, 'run/causeway-signer/sign'));
  const question = { path: ADDRESS_PATH, body: null, timeoutMs: PROBE_TIMEOUT_MS, maxAnswerBytes: MAX_ANSWER_BYTES };
  const answer = await sendRequest(open, question);
  if (answer.status !== 200) return failing('key', 'it cannot use its key or its payment log');
  const { views } = v.parse(v.pipe(v.string(), v.parseJson(), addressAnswer), answer.text);
  const own = fingerprintsByChain(parsePolicy(text));
  const isSame = views.length === own.size && views.every((view) => own.get(view.chainId) === view.fingerprint);
  return isSame ? { failed: new Map() } : failing('view', 'it still runs with another view');
}

async function askWeb({ installation }: Copy): Promise<State> {
  return stateOf(await askReady(installation, portOf(installation, 'web')));
}

function ask(machine: Machine, role: MachineRole, copy: Copy): Promise<State> {
  if (role === 'signer') return askSigner(machine, copy);
  return role === 'web' ? askWeb(copy) : askService(role, copy);
}

// A halted sender waits for a person, whatever file the process has.
const ALWAYS_TOLERATED = ['senders'];

export type Restart = {
  readonly role: MachineRole;
  /** The file with which the process runs, if it does. */
  readonly former: Copy | null;
  readonly next: Copy;
  readonly timeoutMs: number;
};

async function runOrRefuse(machine: Machine, command: readonly string[]): Promise<void> {
  const { code, output } = await machine.run(command);
  if (code !== 0) throw new ApplyRefused(`"${command.join(' ')}" failed: ${output}`);
}

export async function isStopped(machine: Machine, role: MachineRole): Promise<boolean> {
  return (await machine.run(['systemctl', 'is-active', '--quiet', unitOf(role)])).code !== 0;
}

/**
 * Restarts a process and waits until it is ready with its new file. What already failed before is tolerated: the former
 * file wouldn't fix it.
 * @returns why it is not ready, or null
 */
export async function restart(machine: Machine, { role, former, next, timeoutMs }: Restart): Promise<string | null> {
  const before = former && (await ask(machine, role, former).catch(() => null));
  const tolerated = [...ALWAYS_TOLERATED, ...(before?.failed.keys() ?? [])];
  await runOrRefuse(machine, ['systemctl', 'restart', unitOf(role)]);
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const state = await ask(machine, role, next).catch(() => failing('start', 'it does not answer'));
    const problems = [...state.failed].filter(([name]) => !tolerated.includes(name));
    if (problems.length === 0) return null;
    if (Date.now() >= deadline) return problems.map(([name, detail]) => `${name}: ${detail}`).join('; ');
    await delay(INTERVAL_MS);
  }
}
