import type { Environment } from '../config/config.ts';
import { InvalidConfig } from '../config/invalidConfig.ts';
import { readTlsSettings } from '../config/tlsSettings.ts';
import type { TlsIdentity } from '../tlsIdentity.ts';

/** How workers on other machines reach the signer. */
export type RemoteAccess = {
  readonly host: string;
  readonly port: number;
  /** The names in the certificates of the workers that may ask. */
  readonly clients: readonly string[];
  readonly identity: TlsIdentity;
};

const NAME = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/;

function parseAddress(text: string, problems: string[]) {
  const url = URL.canParse(`tcp://${text}`) ? new URL(`tcp://${text}`) : null;
  if (url && url.port !== '' && url.host === text) {
    return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) };
  }
  problems.push(`CAUSEWAY_SIGNER_LISTEN must be an address and a port, such as 10.0.0.5:8790, not "${text}".`);
  return null;
}

function parseClients(text: string, problems: string[]): readonly string[] {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) {
    problems.push('CAUSEWAY_SIGNER_CLIENTS is not set. Set it to the names in the certificates of the workers.');
  }
  for (const name of names.filter((one) => !NAME.test(one))) {
    problems.push(`CAUSEWAY_SIGNER_CLIENTS must list DNS names in small letters without "*", not "${name}".`);
  }
  return names;
}

/**
 * Reads how workers on other machines reach the signer.
 * @returns null when only the socket is configured
 * @throws InvalidConfig with a sentence for each wrong setting
 */
export async function readRemoteAccess(env: Environment): Promise<RemoteAccess | null> {
  const { CAUSEWAY_SIGNER_LISTEN: listen, CAUSEWAY_SIGNER_CLIENTS: names = '' } = env;
  if (!listen) return null;
  const problems: string[] = [];
  const address = parseAddress(listen, problems);
  const clients = parseClients(names, problems);
  const identity = await readTlsSettings(env, problems);
  if (problems.length > 0 || !address || !identity) throw new InvalidConfig(problems);
  return { ...address, clients, identity };
}
