import { statfs } from 'node:fs/promises';
import type { Catalog, Route } from '../../boot/model/catalog.ts';
import { isOpen } from '../../boot/model/catalog.ts';
import { parseInstallation } from '../../boot/readConfig.ts';
import { readTlsIn } from '../../boot/signerSettings.ts';
import type { Database } from '../../db/database.ts';
import { BREAKER } from '../../guards/breaker.ts';
import { findPause, readPauseSubjects } from '../../guards/model/pauses.ts';
import type { Pause } from '../../guards/pauses.ts';
import { listPauses } from '../../guards/pauses.ts';
import { findKeystore } from '../../signer/process/keys.ts';
import type { MachineRole } from '../apply/machine.ts';
import { pathOn, stateOf } from '../apply/machine.ts';
import { formatSubject } from '../commands/pauseSubject.ts';
import type { ProbeResult, Readiness } from '../readiness.ts';
import { withDatabase } from './checkDatabase.ts';
import type { Check, Finding } from './finding.ts';
import { failed, passed, warned } from './finding.ts';
import type { Copies, ServiceCopy } from './readInstallation.ts';

const DAY_MS = 86_400_000;
const MIN_DAYS = 14;
const FIX = 'docs/runbook.md#to-renew-the-certificates-of-the-signer';

type Place = { readonly copies: Copies; readonly roles: readonly MachineRole[]; readonly now: Date };

/** The checks of the certificates between a worker and a signer on another machine. Without one there are none. */
export function certificateChecks({ copies, roles, now }: Place): readonly Check[] {
  const { machine, policy, service } = copies;
  const users = {
    signer: policy !== null && policy.remote !== null,
    worker: service?.config.installation.signer.url !== undefined,
  };
  return (['signer', 'worker'] as const)
    .filter((role) => roles.includes(role) && users[role])
    .map((role) => {
      const name = `certificates of the ${role}`;
      return { name, fix: FIX, run: () => examine(pathOn(machine, stateOf(role)), { name, now }) };
    });
}

async function examine(
  state: string,
  { name, now }: { readonly name: string; readonly now: Date },
): Promise<readonly Finding[]> {
  const problems: string[] = [];
  const identity = await readTlsIn(state, problems);
  if (!identity)
    return problems.map((problem) => failed(name, problem, 'docs/operating.md#a-signer-on-another-machine'));
  const ends = { certificate: identity.certExpiresAt, authority: identity.caExpiresAt };
  return Object.entries(ends).map(([what, at]) => {
    const days = Math.floor((at.getTime() - now.getTime()) / DAY_MS);
    const detail = `the ${what} ends on ${at.toISOString().slice(0, 10)}, in ${days} days`;
    return days < MIN_DAYS ? failed(name, detail, FIX) : passed(name, detail);
  });
}

const TIMEOUT_MS = 10_000;

/** Asks a process whether it is ready, and with which file it runs. */
export function processCheck(role: 'api' | 'worker', { text }: ServiceCopy): Check {
  const unit = `causeway-${role}`;
  const name = `process ${role}`;
  return {
    name,
    fix: `systemctl start ${unit}, then: journalctl -u ${unit} -n 50 -o cat`,
    run: async () => {
      const operator = parseInstallation(text, [], role)?.operator ?? null;
      if (operator === null) return [failed(name, 'its operator port is closed', 'Remove lab.operatorPort')];
      const response = await ask(`http://${operator.host}:${operator.port}/ready`);
      const { checks, installation } = (await response.json()) as Readiness & { readonly installation?: string };
      const file =
        installation === operator.installation
          ? passed(`${name}: file`, 'it runs with the copy of this machine')
          : failed(`${name}: file`, 'it runs with a different file than the copy on this machine', 'causeway apply');
      return [file, ...checks.map((one) => toFinding(name, one))];
    },
  };
}

function toFinding(process: string, { name, ok, detail }: ProbeResult): Finding {
  const check = `${process}: ${name}`;
  if (!ok) return failed(check, detail, 'docs/runbook.md#causewaynotready');
  return detail === 'ok' ? passed(check, detail) : warned(check, detail, 'docs/configuration.md');
}

/** The pauses, if they close every open route. The stop of a rewritten chain is not one. */
async function findWholePause({ routes }: Catalog, database: Database): Promise<readonly Pause[]> {
  const listed = await listPauses(database);
  const pauses = readPauseSubjects(listed.map(({ subject }) => subject));
  const isPaused = ({ token, origin, destination }: Route) =>
    findPause(pauses, { origin, destination, tokenName: token.name }) !== null;
  return routes.filter(isOpen).every(isPaused) ? listed : [];
}

/** What it means if the API offers nothing: an operator's pause is intended, and everything else is a fault. */
function judgeNoPairs(name: string, catalog: Catalog, pauses: readonly Pause[]): Finding | null {
  if (pauses.length === 0) return null;
  const described = pauses.map(
    ({ subject, who, why }) => `${formatSubject(catalog, subject)} is paused by ${who} (${why})`,
  );
  const judge = pauses.some(({ who }) => who === BREAKER) ? failed : warned;
  return judge(
    name,
    `it offers 0 pairs: ${described.join(', ')}`,
    'causeway resume, once the reason no longer applies',
  );
}

/**
 * Asks the service for its pairs, at the URL that browsers use. The database says whether a pause is why it offers
 * none.
 */
export function publicCheck({ config }: ServiceCopy, databaseUrl: string | undefined): Check {
  const name = 'API at the address of browsers';
  return {
    name,
    fix: 'Start causeway-api and the reverse proxy, or correct api.url',
    run: async () => {
      const response = await ask(`${config.installation.api.url.replace(/\/+$/, '')}/get_all_pair_infos`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ category: '', value_include_gas_fee: false }),
      });
      const { data } = (await response.json()) as { data: { pair_infos: readonly { available?: boolean }[] } | null };
      const pairs = data?.pair_infos ?? [];
      const closed = pairs.filter(({ available }) => available === false).length;
      if (pairs.length > closed) return [passed(name, `${pairs.length} pairs, ${closed} without funds`)];
      const pauses =
        databaseUrl === undefined
          ? []
          : await withDatabase(databaseUrl, (database) => findWholePause(config.catalog, database));
      const found = `it offers ${pairs.length} pairs, ${closed} of them without funds`;
      return [
        judgeNoPairs(name, config.catalog, pauses) ??
          failed(name, found, 'causeway list pauses, then causeway treasury'),
      ];
    },
  };
}

function ask(url: string, init: RequestInit = {}): Promise<Response> {
  return fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
}

const MIN_FREE_BYTES = 1024 ** 3;
const GIGABYTE = 1e9;

/** The folder of the signer's key files, and of its payment log. */
const KEYS = stateOf('signer');

/** The checks of the signer's machine: the hot wallet's key file, and the disk of the payment log next to it. */
export function machineChecks({ machine, policy, service }: Copies): readonly Check[] {
  const folder = pathOn(machine, KEYS);
  const hotWallet = policy?.hotWallet ?? service?.config.installation.hotWallet;
  return [
    {
      name: 'keystore',
      fix: `Copy the keystore of the hot wallet into /${KEYS}`,
      run: async () => {
        if (hotWallet === undefined) return [failed('keystore', 'no file names the hot wallet', 'causeway apply')];
        const keystore = await findKeystore(folder, hotWallet);
        return [passed('keystore', `${keystore} has the key of the hot wallet ${hotWallet}`)];
      },
    },
    {
      name: 'disk of the signer',
      fix: `Create /${KEYS}: systemctl start causeway-signer`,
      run: async () => {
        const { bavail, bsize } = await statfs(folder);
        const free = bavail * bsize;
        const detail = `${(free / GIGABYTE).toFixed(1)} GB free`;
        return [
          free >= MIN_FREE_BYTES
            ? passed('disk of the signer', detail)
            : failed('disk of the signer', detail, `df -h ${folder}, and free a gigabyte`),
        ];
      },
    },
  ];
}
