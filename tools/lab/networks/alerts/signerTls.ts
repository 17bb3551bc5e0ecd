import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InstallationFile } from '../../../../service/boot/installation.ts';
import { findFreePort } from '../../processes/freePort.mjs';
import type { World } from '../tryDeployment.ts';
import { must } from './alertCase.ts';
import { COPY } from './machineActions.ts';

const EC = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -noenc';
/** Relative to the folder in which commands run. */
export const CERTIFICATES = 'certificates';
const WORKER = 'worker-1.internal';

const issue = (
  name: string,
  { subject, use, days }: { readonly subject: string; readonly use: string; readonly days: number },
) => [
  `mkdir -p ${name} && openssl req ${EC} -subj '/CN=${subject}' -keyout ${name}/tls.key -out ${name}/tls.csr`,
  `printf 'subjectAltName=DNS:${subject}\\nextendedKeyUsage=${use}\\n' > ${name}/tls.ext`,
  `openssl x509 -req -in ${name}/tls.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days ${days} -extfile ${name}/tls.ext -out ${name}/tls.crt`,
];

/** Creates the certificates of the signer and of a worker, as docs/operating.md says. */
export async function issueCertificates(world: World, days: number): Promise<void> {
  const authority = `openssl req -x509 ${EC} -days 3650 -subj '/CN=Causeway signer authority' -addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign -keyout ca.key -out ca.crt`;
  const commands = [
    `mkdir -p ${CERTIFICATES} && cd ${CERTIFICATES}`,
    // The machine's /etc is empty, so openssl has no configuration.
    `printf '[req]\\ndistinguished_name=name\\n[name]\\n' > openssl.cnf && export OPENSSL_CONF=$PWD/openssl.cnf`,
    `{ [ -e ca.crt ] || ${authority}; }`,
    ...issue('signer', { subject: 'localhost', use: 'serverAuth', days }),
    ...issue('worker', { subject: WORKER, use: 'clientAuth', days }),
  ];
  await must(world, commands.join(' && '));
}

/** Installs a role's certificate in its folder, as docs/operating.md says. */
export async function installCertificate(at: Pick<World, 'machine'>, role: 'signer' | 'worker'): Promise<void> {
  const state = `/var/lib/causeway-${role}`;
  const commands = [
    `cd ${CERTIFICATES}`,
    `install -d -m 700 ${state}/tls`,
    `install -m 600 ${role}/tls.crt ${role}/tls.key ca.crt ${state}/tls`,
    `chown -R --reference=${state} ${state}/tls`,
  ];
  await must(at, commands.join(' && '));
}

/** Creates and installs both certificates. */
export async function renewCertificates(world: World, days: number): Promise<void> {
  await issueCertificates(world, days);
  await installCertificate(world, 'signer');
  await installCertificate(world, 'worker');
}

/** Makes the installation's worker use TLS to reach its signer. */
export function connectOverTls(file: Pick<InstallationFile, 'signer'>, port: number): void {
  const remote = { url: `https://localhost:${port}`, listen: `127.0.0.1:${port}`, clients: [WORKER] };
  file.signer = { ...file.signer, ...remote };
}

/** Makes the worker use TLS to reach the signer, as if it were on another machine. */
export async function useSignerOverTls(world: World): Promise<void> {
  const port = await findFreePort();
  // The machine's /etc is empty, so this name does not resolve.
  await must(world, "echo '127.0.0.1 localhost' >> /etc/hosts");
  // This copy has the guards that were switched on by hand.
  const file: InstallationFile = JSON.parse(await must(world, `cat ${COPY}`));
  connectOverTls(file, port);
  await writeFile(join(world.clone, 'installation.json'), JSON.stringify(file));
  const { output } = await world.machine.run(`causeway plan --replace ${COPY}`);
  const [, digits = ''] = /^Fingerprint.*: ([0-9a-f]{8})/m.exec(output) ?? [];
  // The doctor in "apply" fails because of certificates that expire soon. "plan" then confirms that everything was applied.
  await must(world, `causeway apply --yes --replace ${COPY} --signer ${digits}; causeway plan`);
}
