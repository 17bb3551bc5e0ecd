import { readFile, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import type { FileConfig } from '../../boot/config.ts';
import { readTlsSettings } from '../../boot/signerSettings.ts';
import { readKeyAddress } from '../../signer/process/keys.ts';
import type { Readiness } from '../readiness.ts';
import type { Check, Finding } from './finding.ts';
import { failed, passed } from './finding.ts';
import type { Installation, MachineRole, WebFile } from './readInstallation.ts';

const DAY_MS = 86_400_000;
const MIN_DAYS = 14;
const FIX = 'docs/runbook.md#to-renew-the-certificates-of-the-signer';

/** The variable with which a role connects to the other side by TLS. */
const SWITCHES = { signer: 'CAUSEWAY_SIGNER_LISTEN', worker: 'CAUSEWAY_SIGNER_URL' } as const;

type Place = { readonly dir: string; readonly roles: readonly MachineRole[]; readonly now: Date };

/** The checks of the certificates between a worker and a signer on another machine. Without one they find nothing. */
export function certificateChecks({ dir, roles, now }: Place): readonly Check[] {
  return (['signer', 'worker'] as const)
    .filter((role) => roles.includes(role))
    .map((role) => {
      const name = `certificates of the ${role}`;
      return { name, fix: FIX, run: () => examine(role, { name, path: join(dir, `${role}.env`), now }) };
    });
}

type Examined = { readonly name: string; readonly path: string; readonly now: Date };

async function examine(role: keyof typeof SWITCHES, { name, path, now }: Examined): Promise<readonly Finding[]> {
  const env = parseEnv(await readFile(path, 'utf8').catch(() => ''));
  if (!env[SWITCHES[role]]) return [];
  const problems: string[] = [];
  const identity = await readTlsSettings(env, problems);
  if (!identity) return problems.map((problem) => failed(name, problem, `Correct ${path}, or the file that it names`));
  const ends = { certificate: identity.certExpiresAt, authority: identity.caExpiresAt };
  return Object.entries(ends).map(([what, at]) => {
    const days = Math.floor((at.getTime() - now.getTime()) / DAY_MS);
    const detail = `the ${what} ends on ${at.toISOString().slice(0, 10)}, in ${days} days`;
    return days < MIN_DAYS ? failed(name, detail, FIX) : passed(name, detail);
  });
}

const TIMEOUT_MS = 10_000;

/** Asks a process whether it is ready. */
export function processCheck(role: 'api' | 'worker', { operator }: FileConfig): Check {
  const unit = `causeway-${role}`;
  return {
    name: `process ${role}`,
    fix: `systemctl start ${unit}, then: journalctl -u ${unit} -n 50 -o cat`,
    run: async () => {
      if (operator === null) return [failed(`process ${role}`, 'its operator port is closed', 'Set operator.port')];
      const response = await ask(`http://${operator.host}:${operator.port}/ready`);
      const { checks } = (await response.json()) as Readiness;
      return checks.map(({ name, ok, detail }): Finding => {
        const check = `process ${role}: ${name}`;
        return ok ? passed(check, detail) : failed(check, detail, 'docs/runbook.md#causewaynotready');
      });
    },
  };
}

/** Asks the service for its pairs, at the address that browsers use. */
export function publicCheck({ service: { baseUrl } }: WebFile): Check {
  return {
    name: 'API at the address of browsers',
    fix: 'Start causeway-api and the reverse proxy, or correct service.baseUrl in web.json',
    run: async () => {
      const response = await ask(`${baseUrl}/get_all_pair_infos`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ category: '', value_include_gas_fee: false }),
      });
      const { data } = (await response.json()) as { data: { pair_infos: readonly { available?: boolean }[] } | null };
      const pairs = data?.pair_infos ?? [];
      const closed = pairs.filter(({ available }) => available === false).length;
      const check = 'API at the address of browsers';
      return pairs.length > closed
        ? [passed(check, `${pairs.length} pairs, ${closed} without funds`)]
        : [failed(check, `it offers ${pairs.length} pairs, ${closed} of them without funds`, 'causeway treasury')];
    },
  };
}

function ask(url: string, init: RequestInit = {}): Promise<Response> {
  return fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
}

const MIN_FREE_BYTES = 1024 ** 3;
const GIGABYTE = 1e9;

/** The checks of the signer's machine: the keystore, and the disk of the payment log beside it. */
export function machineChecks({ configs, policy }: Installation, keystore: string): readonly Check[] {
  return [
    {
      name: 'keystore',
      fix: 'sh /opt/causeway/operations/install.sh installation signer',
      run: async () => {
        const address = await readKeyAddress(keystore);
        const expected = policy?.hotWallet ?? configs.worker?.catalog.chains[0]?.hotWallet;
        return address === expected
          ? [passed('keystore', `holds the key of the hot wallet ${address}`)]
          : [failed('keystore', `holds the key of ${address}, but the hot wallet is ${expected}`, 'Correct hotWallet')];
      },
    },
    {
      name: 'disk of the signer',
      fix: 'sh /opt/causeway/operations/install.sh installation signer',
      run: async () => {
        const folder = dirname(keystore);
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
