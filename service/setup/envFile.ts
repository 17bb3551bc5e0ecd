import { SetupRefused } from './contractFiles.ts';

const LINE = /^\s*(\w+)=(?:'([^']*)'|"([^"$`\\]*)"|([^\s'"$`\\&;|<>()#~]*))\s*$/;
const IGNORED = /^\s*(?:[#;].*)?$/;

/**
 * Writes URLs as an environment file. systemd, a shell and `parseEnvFile` read the same value from single quotes, whatever it
 * contains but a quote or a backslash. In a URL these can be written with percent signs.
 */
export function writeEnvFile(urls: Readonly<Record<string, string>>): string {
  return Object.entries(urls)
    .map(([name, url]) => `${name}='${url.replaceAll("'", '%27').replaceAll('\\', '%5C')}'\n`)
    .join('');
}

/**
 * Reads an environment file. It accepts only lines of which systemd and a shell take the same value. No message quotes a value,
 * which can be a secret.
 * @throws SetupRefused
 */
export function parseEnvFile(text: string): Readonly<Record<string, string>> {
  const entries = text.split('\n').flatMap((line, index) => {
    if (IGNORED.test(line)) return [];
    const [, name, single, double, bare] = LINE.exec(line) ?? [];
    if (name !== undefined) return [[name, single ?? double ?? bare ?? ''] as const];
    throw new SetupRefused(
      `Line ${index + 1} is not NAME='value'. Write the value in single quotes: systemd and a shell must read the same.`,
    );
  });
  return Object.fromEntries(entries);
}
