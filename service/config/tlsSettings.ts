import { OperatorError } from '../operatorError.ts';
import type { TlsFiles, TlsIdentity } from '../tlsIdentity.ts';
import { readTlsIdentity } from '../tlsIdentity.ts';
import type { Environment } from './config.ts';

const VARIABLES = {
  cert: ['CAUSEWAY_SIGNER_TLS_CERT_FILE', 'the certificate of this side'],
  key: ['CAUSEWAY_SIGNER_TLS_KEY_FILE', "the certificate's private key"],
  ca: ['CAUSEWAY_SIGNER_TLS_CA_FILE', 'the certificate of the authority that the other side must have'],
} as const;

/** Reads the certificates for the connection between a worker and its signer, and reports each problem with them. */
export async function readTlsSettings(env: Environment, problems: string[]): Promise<TlsIdentity | null> {
  const files: Record<keyof TlsFiles, string> = { cert: '', key: '', ca: '' };
  let isComplete = true;
  for (const name of ['cert', 'key', 'ca'] as const) {
    const [variable, what] = VARIABLES[name];
    files[name] = env[variable] ?? '';
    if (files[name] !== '') continue;
    isComplete = false;
    problems.push(`${variable} is not set. Set it to the file with ${what}.`);
  }
  if (!isComplete) return null;
  try {
    return await readTlsIdentity(files);
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    problems.push(error.message);
    return null;
  }
}
