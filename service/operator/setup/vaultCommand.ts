import { writeFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Address, Hex, PrivateKeyAccount, PublicClient } from 'viem';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import { systemClock } from '../../boot/clock.ts';
import type { ChainSettings } from '../../boot/installation.ts';
import { UsageError } from '../commands/command.ts';
import type { SafeCall } from '../commands/safeBatch.ts';
import { createSafeBatch } from '../commands/safeBatch.ts';
import { CODE_TIMEOUT_MS } from './chainCommand.ts';
import type { Conversation, SetupArguments } from './conversation.ts';
import { createConversation, parseSetupArguments, SetupRefused } from './conversation.ts';
import { finishInterrupted } from './deployChain.ts';
import type { ConnectedChain } from './endpoints.ts';
import { connectToServing, connectWith } from './endpoints.ts';
import type { FundingPlan } from './fundChain.ts';
import { callOf, fundChain, planFunding, requireFunds } from './fundChain.ts';
import type { OpenInstallation } from './installationFile.ts';
import { DEFAULT_FILE, openInstallation, requireSound, selectChains } from './installationFile.ts';
import { readAccount, readSending } from './transactions.ts';
import type { Announcement, ControlCall, Stage, VaultState } from './vaultActions.ts';
import { ACTIONS, planImmediate, planStage, STAGES, vaultControlAbi } from './vaultActions.ts';

const FORMS = Object.entries(ACTIONS).map(([name, { args }]) => `  ${[name, ...args].join(' ')}`);

const VAULT_USAGE = `causeway vault fund <chain|all> --key FILE | --safe FILE
causeway vault <chain|all> <action> [--safe FILE] [--execute | --cancel | --approve]

"fund" fills the hot wallet up to "gas" and the vault up to each "float" of the file. It asks before each transfer, and sends nothing to a
vault whose caps are below those of the file.

An action is a call of the vault's owner or guardian. The command prints it, and signs nothing. "all" means the chains that are not closed.

${FORMS.join('\n')}

setCap sets the caps of the file, and addPayer adds its hotWallet. The owner schedules setCap, addPayer, withdraw, setGuardian and
setOwner, and executes them after the delay. The other actions, and a setCap that only lowers, take effect at once.

  --key      a file with the private key of the account that funds, readable by its owner only
  --safe     write the calls as a file for the Transaction Builder of a Safe; with "all", one for each chain
  --execute  the execution of a scheduled action, once it is ready
  --cancel   the cancelling of a scheduled action, by guardian or owner
  --approve  the guardian's approval of an action, which is then ready at once
  --file     the file of the installation (default: installation.json)
  --yes      answer every question with yes`;

/** The path of a Safe's file. With several chains, each has its own. */
export function safePath(path: string, chainName: string, isAlone: boolean): string {
  if (isAlone) return path;
  const [, stem = path, end = ''] = /^(.*?)(\.json)?$/.exec(path) ?? [];
  return `${stem}-${chainName.replaceAll(/[^\w-]+/g, '-')}${end}`;
}

type Batch = {
  readonly chain: ChainSettings;
  readonly name: string;
  readonly texts: readonly string[];
  readonly calls: readonly SafeCall[];
};

async function writeSafeFile(path: string, { chain, name, texts, calls }: Batch, conversation: Conversation) {
  const description = texts.join('; ');
  const batch = createSafeBatch({ chainId: chain.id, name, description, now: systemClock.now(), calls });
  await writeFile(path, `${JSON.stringify(batch, null, 2)}\n`);
  conversation.say(`${chain.name}: ${calls.length} calls are in ${path}, for the Transaction Builder of the Safe`);
}

type Run = {
  readonly opened: OpenInstallation;
  readonly chains: readonly ChainSettings[];
  readonly parsed: SetupArguments;
  readonly conversation: Conversation;
};

type PlannedChain = FundingPlan & { readonly connected: ConnectedChain };

/** Plans every chain, and says what will be spent, before anything is sent. */
async function planAll(
  { opened, chains, conversation }: Run,
  account: PrivateKeyAccount | null,
): Promise<readonly PlannedChain[]> {
  const connect = connectWith(opened);
  const plans: PlannedChain[] = [];
  for (const chain of chains) {
    const connected = await connect(chain);
    const plan = await planFunding(connected, opened.file);
    if (account) await requireFunds({ connected, account }, plan.transfers);
    for (const { text } of plan.transfers) conversation.say(`${chain.name}: ${text}`);
    if (plan.transfers.length === 0) conversation.say(`${chain.name}: nothing to send`);
    plans.push({ connected, ...plan });
  }
  return plans;
}

async function fundWithKey(run: Run, keyFile: string): Promise<readonly PlannedChain[]> {
  const { conversation } = run;
  const account = await readAccount(keyFile);
  const setup = { codeTimeoutMs: CODE_TIMEOUT_MS, conversation, connect: connectWith(run.opened) };
  const opened = await finishInterrupted({ ...setup, opened: run.opened });
  const plans = await planAll({ ...run, opened }, account);
  for (const { connected, transfers } of plans) {
    await fundChain({ connected, account, folder: opened.folder, conversation }, transfers);
  }
  return plans;
}

async function fundWithSafe(run: Run, safe: string): Promise<readonly PlannedChain[]> {
  const { opened, chains, conversation } = run;
  if (await readSending(opened.folder)) {
    throw new SetupRefused('sending.json names a transaction of an interrupted command. Finish it with --key first.');
  }
  const plans = await planAll(run, null);
  for (const { connected, transfers } of plans) {
    if (transfers.length === 0) continue;
    const { chain } = connected;
    const texts = transfers.map(({ text }) => text);
    const batch = { chain, name: `Fund ${chain.name}`, texts, calls: transfers.map(callOf) };
    await writeSafeFile(safePath(safe, chain.name, chains.length === 1), batch, conversation);
    conversation.say(
      '  Let the Safe make them before you run this again: until then the same amounts are still missing',
    );
  }
  return plans;
}

async function fund(run: Run): Promise<void> {
  const [keyFile, safe] = [run.parsed.text('key'), run.parsed.text('safe')];
  if (keyFile !== undefined && safe !== undefined) throw new UsageError(`Give only --key or --safe.\n${VAULT_USAGE}`);
  const plans =
    keyFile !== undefined ? await fundWithKey(run, keyFile) : safe !== undefined ? await fundWithSafe(run, safe) : null;
  if (!plans) throw new UsageError(`Missing --key or --safe.\n${VAULT_USAGE}`);
  const due = plans.flatMap((plan) => plan.due);
  if (due.length > 0) throw new SetupRefused(due.join('\n'));
}

/** Reads what all serving endpoints say about a vault. */
async function readState(connected: ConnectedChain, vault: Address): Promise<VaultState> {
  const agree = async <T>(question: (client: PublicClient) => Promise<T>): Promise<T | null> => {
    const answers = await Promise.all(connected.endpoints.map(({ client }) => question(client).catch(() => null)));
    const [first = null] = answers;
    return answers.every((answer) => isDeepStrictEqual(answer, first)) ? first : null;
  };
  const control = { address: vault, abi: vaultControlAbi } as const;
  const payments = { address: vault, abi: vaultAbi } as const;
  return {
    owner: await agree((client) => client.readContract({ ...control, functionName: 'owner' })),
    guardian: await agree((client) => client.readContract({ ...control, functionName: 'guardian' })),
    delaySeconds: await agree((client) => client.readContract({ ...control, functionName: 'delay' })),
    isPaused: await agree((client) => client.readContract({ ...payments, functionName: 'paused' })),
    isPayer: (account) =>
      agree((client) => client.readContract({ ...payments, functionName: 'isPayer', args: [account] })),
    capOf: (token) => agree((client) => client.readContract({ ...payments, functionName: 'capOf', args: [token] })),
  };
}

/** When an action is ready, whether it is approved, and the earliest clock; null if the endpoints don't agree. */
async function readAnnouncement(
  { endpoints }: ConnectedChain,
  vault: Address,
  action: Hex,
): Promise<Announcement | null> {
  const call = { address: vault, abi: vaultControlAbi, args: [action] } as const;
  const answers = endpoints.map(async ({ client }) => {
    const [readyAt, approvedUntil, { timestamp: now }] = await Promise.all([
      client.readContract({ ...call, functionName: 'readyAt' }),
      client.readContract({ ...call, functionName: 'approvedUntil' }),
      client.getBlock(),
    ]);
    return { readyAt, approvedUntil, now };
  });
  const read = await Promise.all(answers).catch(() => []);
  const [first] = read;
  const isSame = ({ readyAt, approvedUntil }: Announcement) =>
    readyAt === first?.readyAt && approvedUntil === first.approvedUntil;
  if (!first || !read.every(isSame)) return null;
  return { ...first, now: read.reduce((least, { now }) => (now < least ? now : least), first.now) };
}

type Requested = { readonly name: string; readonly args: readonly string[]; readonly stage: Stage };

function readStage(parsed: SetupArguments): Stage {
  const [stage = 'schedule', ...more] = STAGES.filter((candidate) => parsed.flag(candidate));
  if (more.length > 0) throw new UsageError(`Give only one of --execute, --cancel and --approve.\n${VAULT_USAGE}`);
  return stage;
}

function readRequest(positionals: readonly string[], parsed: SetupArguments): Requested {
  const [, name = '', ...args] = positionals;
  const form = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (!form) throw new UsageError(`Unknown action "${name}".\n${VAULT_USAGE}`);
  const required = form.args.filter((arg) => arg.startsWith('<')).length;
  if (args.length < required || args.length > form.args.length) {
    throw new UsageError(`Use: causeway vault <chain|all> ${[name, ...form.args].join(' ')}`);
  }
  return { name, args, stage: readStage(parsed) };
}

/** @throws SetupRefused for the account that signs the service's payments */
function refuseCurrentWallet({ opened: { file }, parsed }: Run, { name, args: [account] }: Requested): void {
  const { hotWallet } = file;
  if (name !== 'removePayer' || parsed.flag('yes') || hotWallet === undefined) return;
  if (account?.toLowerCase() !== hotWallet.toLowerCase()) return;
  throw new SetupRefused(
    `${account} is the hotWallet of the file: without it the service pays nothing, and a vault never takes it back. After a theft, add --yes. Otherwise rotate it: causeway signer key`,
  );
}

type Place = { readonly run: Run; readonly connected: ConnectedChain; readonly vault: Address };

/** @returns the call, or why none is needed */
async function planCall(
  { run, connected, vault }: Place,
  { name, args, stage }: Requested,
): Promise<ControlCall | string> {
  const state = await readState(connected, vault);
  const { file } = run.opened;
  const action = await ACTIONS[name]?.build({ file, chain: connected.chain, vault, state }, args);
  if (!action) throw new UsageError(`Unknown action "${name}".`);
  if (action.kind === 'needless') return action.text;
  if (action.kind === 'announced') {
    const announcement = await readAnnouncement(connected, vault, action.data);
    return planStage({ action, state }, stage, announcement);
  }
  if (stage !== 'schedule') throw new SetupRefused(`${name} takes effect at once, so it has no --${stage}.`);
  return planImmediate(action, state);
}

/** The vaults of a chain that an action concerns. */
function vaultsFor({ name, vault, retiredVaults }: ChainSettings, { name: action }: Requested): readonly Address[] {
  if (vault === undefined) throw new SetupRefused(`${name} has no vault. Run: causeway chain add ${name} --key FILE`);
  return ACTIONS[action]?.isForRetired ? [vault, ...retiredVaults] : [vault];
}

type VaultCall = { readonly vault: Address; readonly call: ControlCall };

/** Plans and prints the calls on one chain. */
async function planCalls(run: Run, chain: ChainSettings, requested: Requested): Promise<readonly VaultCall[]> {
  const { opened, conversation } = run;
  const connected = await connectToServing(opened, { chain, onFailure: conversation.say });
  const calls: VaultCall[] = [];
  for (const vault of vaultsFor(chain, requested)) {
    const call = await planCall({ run, connected, vault }, requested);
    if (typeof call === 'string') conversation.say(`${chain.name}: no call to the vault ${vault}: ${call}`);
    else {
      for (const line of describeCall(chain, vault, call)) conversation.say(line);
      calls.push({ vault, call });
    }
  }
  return calls;
}

function describeCall(
  chain: ChainSettings,
  vault: Address,
  { from, data, text, next }: ControlCall,
): readonly string[] {
  return [
    `${chain.name}: ${text}`,
    `  from   ${from}`,
    `  to     ${vault}, a vault on chain ${chain.id}`,
    '  value  0',
    `  data   ${data}`,
    ...(next === null ? [] : [`  next   ${next}`]),
  ];
}

async function act(run: Run, requested: Requested): Promise<void> {
  const { chains, parsed, conversation } = run;
  refuseCurrentWallet(run, requested);
  const safe = parsed.text('safe');
  for (const chain of chains) {
    const planned = await planCalls(run, chain, requested);
    if (safe === undefined || planned.length === 0) continue;
    const texts = planned.map(({ call }) => call.text);
    const calls = planned.map(({ vault, call }) => ({ to: vault, value: 0n, data: call.data }));
    const batch = { chain, name: `${requested.name} on ${chain.name}`, texts, calls };
    await writeSafeFile(safePath(safe, chain.name, chains.length === 1), batch, conversation);
  }
}

/** Runs `causeway vault`. @throws UsageError, InvalidConfig, SetupRefused, PrivateFileRefused */
export async function runVault(args: readonly string[]): Promise<void> {
  const stages = { execute: 'flag', cancel: 'flag', approve: 'flag' } as const;
  const options = { key: 'text', safe: 'text', file: 'text', yes: 'flag', ...stages } as const;
  const parsed = parseSetupArguments(args, { usage: VAULT_USAGE, options });
  if (!parsed) return;
  const { positionals } = parsed;
  const [first, second] = positionals;
  if (first === undefined || second === undefined) throw new UsageError(`Missing arguments.\n${VAULT_USAGE}`);
  const isFunding = first === 'fund';
  if (isFunding && positionals.length > 2) throw new UsageError(`Unexpected argument: "${positionals[2]}".`);
  const requested = isFunding ? null : readRequest(positionals, parsed);
  const opened = await openInstallation(parsed.text('file') ?? DEFAULT_FILE);
  requireSound(opened.file);
  const chains = selectChains(opened, isFunding ? second : first);
  const run = { opened, chains, parsed, conversation: createConversation({ yes: parsed.flag('yes') }) };
  await (requested ? act(run, requested) : fund(run));
}
