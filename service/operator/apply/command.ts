import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { systemClock } from '../../boot/clock.ts';
import { readVersion } from '../../boot/version.ts';
import { fingerprintOf } from '../../signer/process/fingerprint.ts';
import { UsageError } from '../commands/command.ts';
import { runDoctor } from '../doctor/command.ts';
import type { Applied } from './applied.ts';
import { readApplied, readFormer, refuseForeign } from './applied.ts';
import { applyPlan } from './applyPlan.ts';
import type { OpenWork } from './database.ts';
import { migrateDatabase, readOpenWork } from './database.ts';
import { findGasDropWork, findOpenWork, findRefusals, historyOf } from './findRefusals.ts';
import type { Machine, MachineRole } from './machine.ts';
import { ApplyRefused, createMachine, MACHINE_ROLES, parseRoles } from './machine.ts';
import { COPIES } from './placedFiles.ts';
import type { Placement } from './placeSecrets.ts';
import { listPlacements, PASSWORDS, placeSecrets } from './placeSecrets.ts';
import type { Plan } from './plan.ts';
import { describePlan, digitsOf, isEmpty, listWeakened, makePlan } from './plan.ts';
import type { SoundFile } from './readInstallationFile.ts';
import { parseSound, readSound, requireSecrets } from './readInstallationFile.ts';
import { verifyEndpoints } from './verifyEndpoints.ts';

const READY_TIMEOUT_MS = 60_000;
const EXIT_CHANGES = 2;

export type ApplyOptions = {
  /** The installation file. */
  readonly path: string;
  /** Null means the roles of earlier runs. */
  readonly roles: readonly MachineRole[] | null;
  readonly isYes: boolean;
  /** The guards that may be weakened. */
  readonly weakened: readonly string[];
  /** The files that may be replaced although `apply` didn't write them. */
  readonly replaced: readonly string[];
  /** The first digits of the fingerprint of a changed view. */
  readonly signer: string | null;
  /** A hot wallet that is replaced although its payments are unsettled; null without one. */
  readonly stolen: string | null;
  /** Applies the file that ran before. */
  readonly isBack: boolean;
  readonly machine: Machine;
  readonly now: Date;
  readonly timeoutMs?: number;
};

/** How the command talks to a person. */
export type Talk = {
  readonly say: (line: string) => void;
  /** @throws ApplyRefused without a terminal */
  readonly ask: (question: string) => Promise<string>;
};

async function readFile({ path, isBack, machine, now }: ApplyOptions): Promise<SoundFile> {
  if (!isBack) return readSound(path, now);
  const former = (await readFormer(machine, COPIES.service)) ?? (await readFormer(machine, COPIES.signer));
  if (former === null) {
    throw new ApplyRefused('This machine has no earlier file. Name the installation file that you want to apply.');
  }
  return parseSound(former.toString(), { folder: '.', now });
}

function chooseRoles({ roles }: ApplyOptions, applied: Applied): readonly MachineRole[] {
  const chosen = roles ?? applied.roles;
  if (chosen.length > 0) return chosen;
  throw new ApplyRefused(
    `Nothing was applied on this machine yet. Say what it runs: --roles ${MACHINE_ROLES.join(',')}, or some of them.`,
  );
}

type Prepared = {
  readonly plan: Plan;
  readonly applied: Applied;
  readonly work: OpenWork | null;
  readonly notes: readonly string[];
  /** The secrets next to the file that the machine lacks. */
  readonly placements: readonly Placement[];
};

/** @throws ApplyRefused, InvalidConfig; nothing was changed */
async function prepare(options: ApplyOptions): Promise<Prepared> {
  const { machine, stolen } = options;
  const applied = await readApplied(machine);
  const roles = chooseRoles(options, applied);
  const next = await readFile(options);
  const placements = await listPlacements(machine, { folder: next.folder, roles });
  // What is next to the file is copied to the machine first. Until then, nothing can be asked with it.
  if (placements.length === 0) await requireSecrets(next, machine, roles);
  const plan = await makePlan(next, { machine, applied, roles, version: readVersion() });
  const { before } = plan;
  const chainIds = before?.installation.chains.map(({ id }) => id) ?? [];
  const lacksPassword = placements.some(({ to }) => to.startsWith(PASSWORDS));
  const work = lacksPassword ? null : await readOpenWork({ machine, installation: next.installation }, roles, chainIds);
  const refusals = before
    ? [
        ...findRefusals(
          before.installation,
          next.installation,
          historyOf(before.installation, next.installation, work?.chains ?? null),
        ),
        ...findOpenWork(before.installation, next.installation, { unsettled: work?.unsettled ?? [], stolen }),
        ...findGasDropWork(before.installation, next.installation, { gasDrops: work?.gasDrops ?? [] }),
      ]
    : [];
  const { problems, notes } = await verifyEndpoints(next, { before, machine });
  const all = [...refusals, ...problems];
  if (all.length > 0) throw new ApplyRefused(['Nothing was changed.', ...all].join('\n'));
  refuseForeign(applied, [...plan.common, ...plan.steps.flatMap(({ changes }) => changes)], options.replaced);
  return { plan, applied, work, notes, placements };
}

/** @returns whether something would change */
export async function planApply(options: ApplyOptions, { say }: Pick<Talk, 'say'>): Promise<boolean> {
  const { plan, notes, work, placements } = await prepare(options);
  for (const line of [...describePlacements(placements), ...describePlan(plan, notes)]) say(line);
  const missing = work?.missingMigrations ?? [];
  if (missing.length > 0) say(`The database lacks ${missing.join(', ')}.`);
  return !isEmpty(plan) || missing.length > 0 || placements.length > 0;
}

async function requireAnswer({ ask }: Talk, question: string, expected: string): Promise<void> {
  const answer = (await ask(question)).trim();
  if (answer !== expected)
    throw new ApplyRefused(`The answer was "${answer}", not "${expected}". Nothing was changed.`);
}

/** Asks whether to carry out the plan, and asks by name for each weakened guard and a changed view of the signer. */
async function requireConsent(options: ApplyOptions, talk: Talk, plan: Plan): Promise<void> {
  const { isYes, weakened, signer } = options;
  if (!isYes) await requireAnswer(talk, 'Apply this? Type yes:', 'yes');
  for (const name of listWeakened(plan).filter((one) => !weakened.includes(one))) {
    await requireAnswer(talk, `This weakens ${name}. Type its name, or add --weaken "${name}":`, name);
  }
  if (!plan.changesSigner) return;
  const digits = digitsOf(plan.next.policy);
  if (signer === null) {
    const where = 'A second person reads the fingerprint from "causeway plan" on another machine';
    await requireAnswer(talk, `The signer's view changes. ${where}. Type its first eight digits:`, digits);
  } else if (signer.length < digits.length || !fingerprintOf(plan.next.policy).startsWith(signer)) {
    throw new ApplyRefused(
      `--signer is ${signer}, but the signer's view of this file begins with ${digits}. The two files differ. Nothing was changed.`,
    );
  }
}

async function migrateIfAgreed(options: ApplyOptions, talk: Talk, { plan, work }: Prepared): Promise<void> {
  const missing = work?.missingMigrations ?? [];
  if (missing.length === 0) return;
  talk.say(`The database lacks ${missing.join(', ')}. A migration cannot be undone: back up the database first.`);
  if (!options.isYes) await requireAnswer(talk, 'Migrate it as causeway_migrate? Type yes:', 'yes');
  const { machine } = options;
  const done = await migrateDatabase({ machine, installation: plan.next.installation });
  talk.say(`Migrated: ${done.join(', ')}.`);
}

const describePlacements = (placements: readonly Placement[]): readonly string[] =>
  placements.map(({ from, to }) => `This machine lacks ${to}. It gets ${from}.`);

/** Copies the secrets next to the file to a machine that lacks them, and prepares again with them. */
async function prepareWithSecrets(options: ApplyOptions, talk: Talk): Promise<Prepared> {
  const prepared = await prepare(options);
  const { placements } = prepared;
  if (placements.length === 0) return prepared;
  for (const line of describePlacements(placements)) talk.say(line);
  if (!options.isYes) await requireAnswer(talk, 'Copy these secrets? Type yes:', 'yes');
  await placeSecrets(options.machine, placements);
  return prepare(options);
}

/** @returns whether something was changed. @throws ApplyRefused, InvalidConfig */
export async function apply(options: ApplyOptions, talk: Talk): Promise<boolean> {
  const prepared = await prepareWithSecrets(options, talk);
  const { plan, applied, notes, work } = prepared;
  for (const line of describePlan(plan, notes)) talk.say(line);
  if (isEmpty(plan) && (work?.missingMigrations ?? []).length === 0) return false;
  await requireConsent(options, talk, plan);
  await migrateIfAgreed(options, talk, prepared);
  const { machine, timeoutMs = READY_TIMEOUT_MS } = options;
  await applyPlan({ machine, say: talk.say, timeoutMs }, applied, plan);
  return true;
}

const USAGE = `causeway apply [installation.json] [options]     writes what this machine needs, and restarts what changed
causeway plan [installation.json] [options]      only shows it: exit code 0 without changes, 2 with

  --roles signer,worker,api,web  what this machine runs; needed the first time
  --yes                   answers the question; never for a weakened guard or the signer's view
  --weaken <guard>        lets this guard become weaker; once for each
  --replace <file>        replaces this file although it was changed by hand; once for each
  --signer <fingerprint>  installs the signer's view with this fingerprint
  --stolen <address>      replaces this hot wallet although its payments are unsettled; only after a theft
  --back                  applies the file that ran before
  --root <folder>         what stands for / (default: /); another root gets only files, without units and restarts
  --programs <folder>     the production build (default: /opt/causeway)`;

const OPTIONS = {
  roles: { type: 'string' },
  weaken: { type: 'string', multiple: true },
  replace: { type: 'string', multiple: true },
  signer: { type: 'string' },
  stolen: { type: 'string' },
  root: { type: 'string', default: '/' },
  programs: { type: 'string', default: '/opt/causeway' },
  yes: { type: 'boolean', default: false },
  back: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

const TALK: Talk = {
  say: (line) => console.log(line),
  ask: async (question) => {
    if (!process.stdin.isTTY) {
      throw new ApplyRefused(`${question}\nThere is no terminal to answer on. Nothing was changed.`);
    }
    const terminal = createInterface({ input: process.stdin, output: process.stderr });
    try {
      return await terminal.question(`${question} `);
    } finally {
      terminal.close();
    }
  },
};

function parse(args: readonly string[]) {
  const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  const [path = 'installation.json', ...more] = positionals;
  if (more.length > 0) throw new UsageError(`Unexpected argument: "${more[0]}".\n${USAGE}`);
  const options: ApplyOptions = {
    path,
    roles: values.roles === undefined ? null : parseRoles(values.roles),
    ...{ isYes: values.yes, weakened: values.weaken ?? [], replaced: values.replace ?? [], isBack: values.back },
    ...{ signer: values.signer ?? null, stolen: values.stolen ?? null },
    machine: createMachine({ root: values.root, programs: values.programs }),
    now: systemClock.now(),
  };
  return { options, isHelp: values.help, isDry: values['dry-run'], root: values.root };
}

/** Runs `causeway plan` and sets the exit code. */
export async function runPlan(args: readonly string[]): Promise<void> {
  const { options, isHelp } = parse(args);
  if (isHelp) return console.log(USAGE);
  if (await planApply(options, TALK)) process.exitCode = EXIT_CHANGES;
}

/** Runs `causeway apply`, and `causeway doctor` after a change. */
export async function runApply(args: readonly string[]): Promise<void> {
  const { options, isHelp, isDry, root } = parse(args);
  if (isHelp) return console.log(USAGE);
  if (isDry) return runPlan(args);
  if (!(await apply(options, TALK)) || !options.machine.hasUnits) return;
  await runDoctor(['--root', root]);
}
