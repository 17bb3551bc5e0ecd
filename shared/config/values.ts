import * as v from 'valibot';
import { parseUrl } from '../parseUrl.ts';

/**
 * An object of settings. A misspelt setting, such as a list of retired vaults, would silently have no effect, so any
 * other key is a problem, reported with the valid keys.
 */
export function settings<const Entries extends v.ObjectEntries>(entries: Entries) {
  return v.strictObject(entries, adviseKeys(Object.keys(entries)));
}

export function adviseKeys(keys: readonly string[]): string {
  return keys.length === 1 ? `Use ${keys}.` : `Use ${keys.slice(0, -1).join(', ')} and ${keys.at(-1)}.`;
}

/** A text that fits a pattern. */
export function text(pattern: RegExp, requirement: string) {
  return v.pipe(v.string(requirement), v.regex(pattern, requirement));
}

/** For each wrong value, the first problem is enough to correct it. */
export const FIRST_PROBLEM = { abortPipeEarly: true } as const;

export const httpUrl = v.pipe(
  text(/^https?:\/\//, 'must be an http or https URL, such as "https://bridge.example"'),
  v.url('must be a URL, such as "https://bridge.example"'),
);

/** A page to open, or a server to call. `javascript:` and other schemes are refused. */
export const link = text(
  /^(?:https?:\/\/|\/(?![/\\]))\S+$/,
  'must be an http or https URL, or a path on the app’s own origin, such as "/terms.html"',
);

const ORIGIN = 'must be an origin without a path, such as "https://app.safe.global"';

export const origin = v.pipe(
  text(/^https?:\/\//, ORIGIN),
  v.check((value) => parseUrl(value)?.origin === value, ORIGIN),
);

const PATH = 'must be a path on the app’s own origin, such as "/brand/logo.svg"';

/** A file on the app's own origin. The content security policy refuses logos and fonts from other servers. */
export const ownPath = v.pipe(
  text(/^\/(?!\/)[\w\-./~%]+$/, PATH),
  v.check((path) => !path.includes('..'), PATH),
);
