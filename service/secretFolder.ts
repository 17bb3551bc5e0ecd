// With `LoadCredential=secrets:<folder>`, systemd names the copy of each file so.
const CREDENTIAL_PREFIX = 'secrets_';
const INSTALLATION = '/etc/causeway';

/**
 * Finds a file with a secret. A bare name, without a slash, is a file in the folder `secrets` of the installation. Only root
 * enters that folder, so under the units of systemd it is the copy that the process gets.
 * @param folder the path to put before a bare name instead, with its slash
 */
export function locateSecret(file: string, folder?: string): string {
  if (file.includes('/')) return file;
  const { CREDENTIALS_DIRECTORY: credentials, CAUSEWAY_INSTALLATION: installation = INSTALLATION } = process.env;
  return `${folder ?? (credentials ? `${credentials}/${CREDENTIAL_PREFIX}` : `${installation}/secrets/`)}${file}`;
}
