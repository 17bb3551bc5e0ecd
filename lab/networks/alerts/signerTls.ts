import { findFreePort } from '../../processes/freePort.mjs';
import type { World } from '../tryDeployment.ts';
import { must } from './alertCase.ts';

const EC = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -noenc';
const FOLDER = '/root/certificates';
const WORKER = 'worker-1.internal';

const issue = (
  name: string,
  { subject, use, days }: { readonly subject: string; readonly use: string; readonly days: number },
) => [
  `openssl req ${EC} -subj '/CN=${subject}' -keyout ${name}.key -out ${name}.csr`,
  `printf 'subjectAltName=DNS:${subject}\\nextendedKeyUsage=${use}\\n' > ${name}.ext`,
  `openssl x509 -req -in ${name}.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days ${days} -extfile ${name}.ext -out ${name}.crt`,
];

const install = (role: 'signer' | 'worker', name: string) => [
  `install -d -m 700 -o causeway-${role} -g causeway-${role} /var/lib/causeway-${role}/tls`,
  `install -m 600 -o causeway-${role} -g causeway-${role} ${name}.crt ${name}.key ca.crt /var/lib/causeway-${role}/tls`,
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
  const write = (file: string, lines: readonly string[]) =>
    must(world, `printf '${lines.map((line) => `${line}\\n`).join('')}' >> /etc/causeway/${file}`);
  const files = (role: string, name: string) => [
    `CAUSEWAY_SIGNER_TLS_CERT_FILE=/var/lib/causeway-${role}/tls/${name}.crt`,
    `CAUSEWAY_SIGNER_TLS_KEY_FILE=/var/lib/causeway-${role}/tls/${name}.key`,
    `CAUSEWAY_SIGNER_TLS_CA_FILE=/var/lib/causeway-${role}/tls/ca.crt`,
  ];
  const listen = [`CAUSEWAY_SIGNER_LISTEN=127.0.0.1:${port}`, `CAUSEWAY_SIGNER_CLIENTS=${WORKER}`];
  await write('signer.env', [...listen, ...files('signer', 'signer')]);
  await must(world, 'systemctl restart causeway-signer');
  const connect = ['CAUSEWAY_SOCKET=', `CAUSEWAY_SIGNER_URL=https://localhost:${port}`];
  await write('worker.env', [...connect, ...files('worker', 'worker-1')]);
  await must(world, 'systemctl restart causeway-worker');
}
