import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SecureContextOptions } from 'node:tls';
import { OperatorError } from './operatorError.ts';
import { readPrivateFile } from './privateFiles.ts';

/** Thrown when the files of one side of a TLS connection are unusable. The message never quotes the key. */
export class TlsFilesRefused extends OperatorError {
  readonly code = 'TLS_FILES_REFUSED';
}

/** Paths of files in PEM format. */
export type TlsFiles = { readonly cert: string; readonly key: string; readonly ca: string };

/**
 * The files with which a worker and its signer on another machine authenticate each other, in the folder of either
 * one's state.
 */
export function tlsFilesIn(state: string): TlsFiles {
  const at = (name: string) => join(state, 'tls', name);
  return { cert: at('tls.crt'), key: at('tls.key'), ca: at('ca.crt') };
}

/** What one side of a mutual TLS connection presents, and whom it trusts. */
export type TlsIdentity = {
  readonly options: Pick<SecureContextOptions, 'cert' | 'key' | 'ca' | 'minVersion'>;
  /** When its certificate expires. */
  readonly certExpiresAt: Date;
  /** When the first of its trusted certificates expires. */
  readonly caExpiresAt: Date;
};

const OTHERS_WRITE = 0o022;
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** Reads a file that may be public, but that no other account may change. */
async function readCertificates(path: string): Promise<{ readonly text: string; readonly list: X509Certificate[] }> {
  const status = await stat(path).catch(() => null);
  const text = await readFile(path, 'utf8').catch(() => null);
  if (!status || text === null) {
    throw new TlsFilesRefused(`${path} cannot be read. Correct the path or its permissions.`);
  }
  if (process.platform !== 'win32' && (status.mode & OTHERS_WRITE) !== 0) {
    throw new TlsFilesRefused(
      `${path} decides who is trusted, but other accounts can change it. Run: chmod go-w ${path}`,
    );
  }
  const parts = text.match(CERTIFICATE) ?? [];
  try {
    const list = parts.map((part) => new X509Certificate(part));
    if (list.length > 0) return { text, list };
  } catch (error) {
    throw new TlsFilesRefused(`${path} has a certificate that cannot be read.`, { cause: error });
  }
  throw new TlsFilesRefused(`${path} has no certificate in PEM format.`);
}

function endOf(certificate: X509Certificate): Date {
  return new Date(certificate.validTo);
}

function isPair(certificate: X509Certificate, key: string): boolean {
  try {
    return certificate.checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}

/**
 * Reads a certificate, its key, and the certificates of the authorities that the other side must have. An expired
 * certificate is accepted: the other side refuses it, and a metric warns before.
 * @throws TlsFilesRefused, PrivateFileRefused
 */
export async function readTlsIdentity(files: TlsFiles): Promise<TlsIdentity> {
  const key = await readPrivateFile(files.key);
  const [cert, ca] = await Promise.all([readCertificates(files.cert), readCertificates(files.ca)]);
  const [own] = cert.list;
  if (!own || !isPair(own, key)) {
    throw new TlsFilesRefused(`${files.key} is not the private key of the first certificate in ${files.cert}.`);
  }
  const ends = ca.list.map((authority) => endOf(authority).getTime());
  return {
    options: { cert: cert.text, key, ca: ca.text, minVersion: 'TLSv1.3' },
    certExpiresAt: endOf(own),
    caExpiresAt: new Date(Math.min(...ends)),
  };
}
