// Adds the entries to package-lock.json that `npm install` omits if the registry lacks some platforms' builds of an
// optional package. Without these entries, `npm ci` rejects the lock file on other platforms and registries.
import { readFileSync, writeFileSync } from 'node:fs';

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

lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(
  missing.length === 0 ? 'package-lock.json is complete' : `added ${missing.map(([name]) => name).join(', ')}`,
);
