import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TlsFiles } from '../../../service/boot/tls.ts';

const run = promisify(execFile);

export type CertificateOptions = {
  /** The names in the certificate. */
  readonly names: readonly string[];
  readonly usage: 'serverAuth' | 'clientAuth';
  /** How long it is valid. A negative number means that it has expired. */
  readonly days?: number;
};

/** A certificate authority in a folder, made with openssl as docs/operating.md shows. */
export type TestAuthority = {
  /** The path of the authority's certificate. */
  readonly cert: string;
  /** Makes a key and a certificate. @returns the files of one side, which trusts this authority */
  issue(name: string, options: CertificateOptions): Promise<TlsFiles>;
};

export async function createTestAuthority(parent: string, name = 'ca'): Promise<TestAuthority> {
  const folder = join(parent, name);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const openssl = (...args: readonly string[]) => run('openssl', args, { cwd: folder });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc'];
  const constraints = ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,keyCertSign'];
  await openssl(
    ...['req', '-x509', ...newKey, '-days', '3650', '-subj', `/CN=Causeway ${name}`],
    ...['-keyout', 'ca.key', '-out', 'ca.crt', ...constraints.flatMap((extension) => ['-addext', extension])],
  );
  const cert = join(folder, 'ca.crt');
  return {
    cert,
    issue: async (file, { names, usage, days = 30 }) => {
      const extensions = `subjectAltName=${names.map((one) => `DNS:${one}`).join(',')}\nextendedKeyUsage=${usage}\n`;
      await writeFile(join(folder, `${file}.ext`), extensions);
      await openssl('req', ...newKey, '-subj', `/CN=${names[0]}`, '-keyout', `${file}.key`, '-out', `${file}.csr`);
      await openssl(
        ...['x509', '-req', '-in', `${file}.csr`, '-CA', 'ca.crt', '-CAkey', 'ca.key'],
        ...['-set_serial', `0x01${randomBytes(16).toString('hex')}`],
        ...['-days', String(days), '-extfile', `${file}.ext`, '-out', `${file}.crt`],
      );
      return { cert: join(folder, `${file}.crt`), key: join(folder, `${file}.key`), ca: cert };
    },
  };
}
