// Adds to package-lock.json what `npm install` omits: entries of other platforms' builds of an optional package, and the
// integrity of packages. Without an entry `npm ci` refuses the lock file on that platform; without integrity it installs any content.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { findUnverified } from '../stack/setup/install.mjs';

const PLATFORM =
  /-(?<os>darwin|linux|win32|freebsd|openbsd|android|sunos)-(?<cpu>arm64|amd64|x64|ia32|arm|riscv64|s390x|ppc64)(?:-(?<libc>musl|gnu))?$/;
const CPU_NAMES = { amd64: 'x64' };

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8'));

const missing = Object.values(lock.packages).flatMap((entry) =>
  Object.entries(entry.optionalDependencies ?? {}).filter(([name]) => !lock.packages[`node_modules/${name}`]),
);

for (const [name, version] of missing) {
  const platform = PLATFORM.exec(name)?.groups;
  if (!platform)
    throw new Error(
      `${name}@${version} is missing from the lock file, but its name has no platform. Run npm install first.`,
    );
  lock.packages[`node_modules/${name}`] = {
    version,
    cpu: [CPU_NAMES[platform.cpu] ?? platform.cpu],
    optional: true,
    os: [platform.os],
  };
}

const unverified = findUnverified(lock.packages);
for (const path of unverified) {
  const entry = lock.packages[path];
  const view = ['view', `${path.replace(/^.*node_modules\//, '')}@${entry.version}`, 'dist.integrity'];
  entry.integrity = execFileSync('npm', view, { encoding: 'utf8' }).trim();
  if (entry.integrity === '') throw new Error(`The registry has no integrity for ${path}. Use a registry that has it.`);
}

lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(unverified.length === 0 ? 'package-lock.json is complete' : `completed ${unverified.join(', ')}`);
