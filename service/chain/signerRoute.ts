import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { request as requestTls } from 'node:https';
import { TLSSocket } from 'node:tls';
import type { TlsIdentity } from '../tlsIdentity.ts';
import type { OpenRequest } from './exchange.ts';

/** How a worker reaches its signer. */
export type SignerRoute = {
  /** The variable that an operator corrects when the signer does not answer. */
  readonly variable: string;
  readonly open: OpenRequest;
};

/** A certificate on the way to the signer, and when it ends. */
export type CertificateExpiry = { readonly certificate: 'worker' | 'signer' | 'ca'; readonly at: Date };

export type TlsSignerRoute = SignerRoute & {
  /** The certificates in use. That of the signer is known from the first connection on. */
  expiries(): readonly CertificateExpiry[];
};

/** The signer of this machine, on a Unix domain socket. */
export function createSocketRoute(socketPath: string): SignerRoute {
  return {
    variable: 'CAUSEWAY_SIGNER_SOCKET',
    open: (options, onAnswer) => request({ ...options, socketPath }, onAnswer),
  };
}

/**
 * A signer on another machine, by TLS 1.3 with certificates of both sides.
 * @param origin its host must be a name of the signer's certificate
 */
export function createTlsRoute(origin: URL, identity: TlsIdentity): TlsSignerRoute {
  let signerExpiresAt: Date | null = null;
  const noteSigner = ({ socket }: IncomingMessage) => {
    const certificate = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
    if (certificate) signerExpiresAt = new Date(certificate.validTo);
  };
  return {
    variable: 'CAUSEWAY_SIGNER_URL',
    open: (options, onAnswer) =>
      requestTls(origin, { ...options, ...identity.options }, (answer) => {
        noteSigner(answer);
        onAnswer(answer);
      }),
    expiries: () => [
      { certificate: 'worker', at: identity.certExpiresAt },
      { certificate: 'ca', at: identity.caExpiresAt },
      ...(signerExpiresAt ? [{ certificate: 'signer', at: signerExpiresAt } as const] : []),
    ],
  };
}
