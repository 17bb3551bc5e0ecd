import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

/** @returns the text of a file of the build; null while a newer build replaces it */
export function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** The sources of the content security policy that allow the scripts and styles inside index.html, and no others. */
type InlineHashes = { readonly scripts: readonly string[]; readonly styles: readonly string[] };

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

function hashesIn(page: string, element: RegExp): readonly string[] {
  return Array.from(page.matchAll(element), ([, text = '']) => hashOf(text));
}

export function inlineHashes(page: string): InlineHashes {
  return {
    scripts: hashesIn(page, /<script>([\s\S]*?)<\/script>/g),
    styles: hashesIn(page, /<style>([\s\S]*?)<\/style>/g),
  };
}

const NONE: InlineHashes = { scripts: [], styles: [] };

/**
 * @returns a function that returns the page's hashes. It reads the page again only after a newer build has written it.
 * While a newer build replaces the folder, the page is missing: the last hashes stay.
 */
export function createInlineHashes(webDir: string): () => InlineHashes {
  const page = join(webDir, 'index.html');
  let known: { readonly written: number; readonly hashes: InlineHashes } | null = null;
  return () => {
    const written = statSync(page, { throwIfNoEntry: false })?.mtimeMs;
    if (written !== undefined && known?.written !== written) {
      const text = readIfThere(page);
      if (text !== null) known = { written, hashes: inlineHashes(text) };
    }
    return known?.hashes ?? NONE;
  };
}

const serverUrl = v.pipe(
  v.string(),
  v.url(),
  v.regex(/^(?:https?|wss?):\/\//, 'must be an http, https, ws or wss URL'),
);

// The part of the web app's configuration that the headers need. The app validates the rest.
const reachedServers = v.object({
  service: v.object({ baseUrl: serverUrl }),
  chains: v.array(v.object({ rpcUrls: v.array(serverUrl) })),
  wallets: v.optional(
    v.object({
      walletConnect: v.optional(v.object({ relayUrl: v.optional(serverUrl) })),
      safe: v.optional(v.boolean(), false),
      safeOrigins: v.optional(v.array(serverUrl), ['https://app.safe.global']),
    }),
    {},
  ),
  /** A path is on the page's own origin. */
  monitoring: v.optional(v.object({ url: v.union([serverUrl, v.pipe(v.string(), v.startsWith('/'))]) })),
  embed: v.optional(v.object({ origins: v.array(serverUrl) }), { origins: [] }),
});

const PUBLIC_RELAY = 'wss://relay.walletconnect.org';
/** Attests the page's origin to the wallet. It serves only the public relay. */
const VERIFY_SERVER = 'https://verify.walletconnect.org';

/** The origins that the page may reach besides its own. */
export type Reach = {
  readonly connect: readonly string[];
  /** The pages that it may show in a frame. */
  readonly frames: readonly string[];
  /** The pages that may show it in a frame. */
  readonly ancestors: readonly string[];
};

export class UnusableHostConfig extends Error {
  readonly code = 'UNUSABLE_HOST_CONFIG';
}

/** @throws UnusableHostConfig with every problem, one per line */
export function readReach(config: unknown): Reach {
  const read = v.safeParse(reachedServers, config);
  if (!read.success) {
    const problems = read.issues.map((issue) => `${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`);
    throw new UnusableHostConfig(`The configuration of the web app is invalid:\n${problems.join('\n')}`);
  }
  const { service, chains, wallets, embed, monitoring } = read.output;
  const { walletConnect } = wallets;
  const isPublicRelay = walletConnect !== undefined && walletConnect.relayUrl === undefined;
  const frames = isPublicRelay ? [VERIFY_SERVER] : [];
  const relays = walletConnect ? [walletConnect.relayUrl ?? PUBLIC_RELAY, ...frames] : [];
  const monitors = monitoring && !monitoring.url.startsWith('/') ? [monitoring.url] : [];
  const urls = [service.baseUrl, ...chains.flatMap((chain) => chain.rpcUrls), ...relays, ...monitors];
  return {
    connect: toOrigins(urls),
    frames,
    ancestors: toOrigins([...embed.origins, ...(wallets.safe ? wallets.safeOrigins : [])]),
  };
}

function toOrigins(urls: readonly string[]): readonly string[] {
  return [...new Set(urls.map((url) => new URL(url).origin))];
}

export function createSecurityHeaders(
  { connect, frames, ancestors }: Reach,
  inline: InlineHashes,
): Readonly<Record<string, string>> {
  const policy = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...inline.scripts],
    'style-src': ["'self'", ...inline.styles],
    // A wallet announces its icon as a data: URL (EIP-6963).
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...connect],
    ...(frames.length > 0 && { 'frame-src': frames }),
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ancestors.length > 0 ? ancestors : ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
  };
  return {
    'Content-Security-Policy': Object.entries(policy)
      .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
      .join('; '),
    'X-Content-Type-Options': 'nosniff',
    // It supports no list of origins, so `frame-ancestors` replaces it if a Safe or another site may show the page.
    ...(ancestors.length === 0 && { 'X-Frame-Options': 'DENY' }),
    'Referrer-Policy': 'no-referrer',
    'Permissions-Policy':
      'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
    // A wallet in a popup window must be able to answer the page that opened it.
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Cross-Origin-Resource-Policy': 'same-origin',
  };
}
