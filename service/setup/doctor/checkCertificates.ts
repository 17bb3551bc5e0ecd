import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { readTlsSettings } from '../../config/tlsSettings.ts';
import type { Check, Finding } from './finding.ts';
import { failed, passed } from './finding.ts';
import type { MachineRole } from './readInstallation.ts';

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
