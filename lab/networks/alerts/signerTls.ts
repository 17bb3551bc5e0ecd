import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LabInstallation } from '../../installation/installationFile.ts';
import { findFreePort } from '../../processes/freePort.mjs';
import type { World } from '../tryDeployment.ts';
import { must } from './alertCase.ts';
import { COPY } from './machineActions.ts';

const EC = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -noenc';
const FOLDER = '/root/certificates';
const WORKER = 'worker-1.internal';

const issue = (
  name: string,
  { subject, use, days }: { readonly subject: string; readonly use: string; readonly days: number },
) => [
  `mkdir -p ${name} && openssl req ${EC} -subj '/CN=${subject}' -keyout ${name}/tls.key -out ${name}/tls.csr`,
  `printf 'subjectAltName=DNS:${subject}\\nextendedKeyUsage=${use}\\n' > ${name}/tls.ext`,
  `openssl x509 -req -in ${name}/tls.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days ${days} -extfile ${name}/tls.ext -out ${name}/tls.crt`,
];

const install = (role: 'signer' | 'worker', name: string) => [
  `install -d -m 700 /var/lib/causeway-${role}/tls`,
  `install -m 600 ${name}/tls.crt ${name}/tls.key ca.crt /var/lib/causeway-${role}/tls`,
  `chown -R --reference=/var/lib/causeway-${role} /var/lib/causeway-${role}/tls`,
];

/** Creates the certificates of the signer and of a worker, as docs/operating.md says, and puts them into their folders. */
export async function createCertificates(world: World, days: number): Promise<void> {
  const authority = `openssl req -x509 ${EC} -days 3650 -subj '/CN=Causeway signer authority' -addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign -keyout ca.key -out ca.crt`;
  const commands = [
    `mkdir -p ${FOLDER} && cd ${FOLDER}`,
    // The /etc of the machine is empty, so openssl has no configuration.
    `printf '[req]\\ndistinguished_name=name\\n[name]\\n' > openssl.cnf && export OPENSSL_CONF=${FOLDER}/openssl.cnf`,
    `{ [ -e ca.crt ] || ${authority}; }`,
    ...issue('signer', { subject: 'localhost', use: 'serverAuth', days }),
    ...issue('worker-1', { subject: WORKER, use: 'clientAuth', days }),
    ...install('signer', 'signer'),
    ...install('worker', 'worker-1'),
  ];
  await must(world, commands.join(' && '));
}

/** Lets the worker reach the signer over TLS, as on another machine. */
export async function useSignerOverTls(world: World): Promise<void> {
  const port = await findFreePort();
  // With the guards that were switched on by hand.
  const file: LabInstallation = JSON.parse(await must(world, `cat ${COPY}`));
  const remote = { url: `https://localhost:${port}`, listen: `127.0.0.1:${port}`, clients: [WORKER] };
  await writeFile(
    join(world.clone, 'installation.json'),
    JSON.stringify({ ...file, signer: { ...file.signer, ...remote } }),
  );
  const { output } = await world.machine.run(`causeway plan --replace ${COPY}`);
  const [, digits = ''] = /^Fingerprint.*: ([0-9a-f]{8})/m.exec(output) ?? [];
  // The doctor of "apply" names certificates that end soon. "plan" then says that everything was applied.
  await must(world, `causeway apply --yes --replace ${COPY} --signer ${digits}; causeway plan`);
}
