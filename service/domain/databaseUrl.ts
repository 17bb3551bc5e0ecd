/** @returns why the service cannot use the URL of a database, or null. The URL can contain a password, so no sentence quotes it. */
export function findDatabaseUrlProblem(url: string): string | null {
  if (!/^postgres(?:ql)?:\/\//.test(url)) return 'DATABASE_URL must start with postgresql://.';
  const [, hosts = ''] = /^\w+:\/\/(?:[^/?#]*@)?([^/?#]*)/.exec(url) ?? [];
  if (hosts.includes(',')) {
    return 'DATABASE_URL names several hosts, and the service connects to one. Use one address that always leads to the primary: HAProxy, pgbouncer or a virtual address.';
  }
  return URL.canParse(url)
    ? null
    : 'DATABASE_URL is not a URL. Write special characters of the password with percent signs, such as %40 for @.';
}
