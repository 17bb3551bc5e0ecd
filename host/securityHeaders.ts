import * as v from 'valibot';

const serverUrl = v.pipe(
  v.string(),
  v.url(),
  v.regex(/^(?:https?|wss?):\/\//, 'must be an http, https, ws or wss URL'),
);

// The part of the web app's configuration that the headers need. The app validates the rest.
const reachedServers = v.object({
  service: v.object({ baseUrl: serverUrl }),
  chains: v.array(v.object({ rpcUrls: v.array(serverUrl) })),
});

export class UnusableHostConfig extends Error {
  readonly code = 'UNUSABLE_HOST_CONFIG';
}

/**
 * Returns the origins that the page may connect to.
 * @throws UnusableHostConfig with every problem, one per line
 */
export function readConnectOrigins(config: unknown): readonly string[] {
  const read = v.safeParse(reachedServers, config);
  if (!read.success) {
    const problems = read.issues.map((issue) => `${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`);
    throw new UnusableHostConfig(`The configuration of the web app is invalid:\n${problems.join('\n')}`);
  }
  const { service, chains } = read.output;
  const urls = [service.baseUrl, ...chains.flatMap((chain) => chain.rpcUrls)];
  return [...new Set(urls.map((url) => new URL(url).origin))];
}

/** @param connectOrigins the origins that the page may connect to, besides its own */
export function createSecurityHeaders(connectOrigins: readonly string[]): Readonly<Record<string, string>> {
  const policy = {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    // A wallet announces its icon as a data: URL (EIP-6963).
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...connectOrigins],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
  };
  return {
    'Content-Security-Policy': Object.entries(policy)
      .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
      .join('; '),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Permissions-Policy':
      'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
    // A wallet in a popup window must be able to answer the page that opened it.
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Cross-Origin-Resource-Policy': 'same-origin',
  };
}
