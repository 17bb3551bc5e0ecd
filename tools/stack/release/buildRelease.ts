import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compileContracts } from '../../../contracts/artifacts.ts';
import { createProcesses } from '../../lab/processes/processes.ts';
import { findUnverified } from '../setup/install.mjs';
import { SetupError } from '../setup/setupError.mjs';
import type { Steps } from '../setup/steps.mjs';
import { buildWeb, isWebBuilt, WEB_DIR } from '../web/webBuild.ts';
import { buildRole } from './buildRole.ts';
import { RELEASE_ROLES } from './roles.ts';

type Tools = { readonly root: string; readonly steps: Steps; readonly signal: AbortSignal };

// The documented commands, as in the repository.
const SCRIPTS = {
  migrate: 'exec node operator/migrate.mjs',
  signer: 'exec node signer/signer.mjs',
};

/** Builds every program of an installation, into one folder per role. @throws SetupError, CompileError */
export async function buildRelease(outDir: string, { root, steps, signal }: Tools): Promise<void> {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  const unverified = findUnverified(packages);
  if (unverified.length > 0) {
    throw new SetupError(
      `package-lock.json has no integrity for ${unverified.join(', ')}, so anyone could have changed their content. Delete these entries and the folder node_modules, then run npm install.`,
    );
  }
  await mkdir(outDir, { recursive: true });
  for (const [name, role] of Object.entries(RELEASE_ROLES)) {
    await steps.run(`Building ${name}`, () => buildRole(name, { role, root, outDir }));
    signal.throwIfAborted();
  }
  await steps.run('Compiling the contracts', async () => {
    const { CausewayDeposit, CausewayVault } = await compileContracts(signal);
    await writeFile(join(outDir, 'operator/contracts.json'), JSON.stringify({ CausewayDeposit, CausewayVault }));
  });
  if (!isWebBuilt()) {
    const logFile = join(outDir, 'web-build.log');
    const processes = createProcesses(() => {});
    await steps.run('Building the web app', () => buildWeb({ processes, signal, logFile }));
    await rm(logFile, { force: true });
  }
  await cp(WEB_DIR, join(outDir, 'web/app'), { recursive: true });
  await cp(join(root, 'docs/operations'), join(outDir, 'operations'), { recursive: true });
  await writeFile(join(outDir, 'package.json'), createManifest(await readFile(join(root, 'package.json'), 'utf8')));
  steps.say(`\nThe production build is in ${outDir}. docs/deploying.md says how to install it.`);
}

function createManifest(repository: string): string {
  const { name, version, engines } = JSON.parse(repository);
  return `${JSON.stringify({ name, version, private: true, engines, scripts: SCRIPTS }, null, 2)}\n`;
}
