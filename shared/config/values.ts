import * as v from 'valibot';

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

/** Valibot's names of types are JavaScript's. */
const TYPE_NAMES: Readonly<Record<string, string>> = {
  Array: 'a list',
  Object: 'an object',
  boolean: 'true or false',
  number: 'a number',
  string: 'a text in quotes',
};

/** Valibot's list of choices is `("a" | "b")`. */
const listChoices = (expected: string) => expected.replace(/[()]/g, '').replaceAll(' | ', ' or ');

function describeIssue(issue: v.BaseIssue<unknown>, parent: string): readonly string[] {
  const { type, message, expected, received } = issue;
  const keys = [...(parent === '' ? [] : [parent]), ...(issue.path ?? []).map(({ key }) => String(key))];
  const path = keys.join('.') || 'config.json';
  // If there are two forms, the one with the wrong value inside is meant.
  const inner = (issue.issues ?? []).filter((one) => one.path !== undefined);
  if (inner.length > 0) return describeIssues(inner, path);
  const owner = keys.slice(0, -1).join('.') || 'config.json';
  if (expected === 'never') return [`${path}: is not a setting of ${owner}. ${message}`];
  if (received === 'undefined') return [`${path}: is missing. Add it to config.json.`];
  if (type === 'min_length') return [`${path}: is empty. Add an entry.`];
  // An object's message is about its keys.
  const isRequirement = type !== 'strict_object' && !message.startsWith('Invalid ');
  const requirement = isRequirement ? message : `must be ${TYPE_NAMES[expected ?? ''] ?? listChoices(expected ?? '')}`;
  return [`${path}: ${requirement}, but is ${received}.`];
}

/** For each wrong value, the first problem is enough to correct it. */
export const FIRST_PROBLEM = { abortPipeEarly: true } as const;

/** Describes what the schema refuses, in all settings or in the value at `parent`: one sentence each, with its path. */
export function describeIssues(issues: readonly v.BaseIssue<unknown>[], parent = ''): readonly string[] {
  return issues.flatMap((issue) => describeIssue(issue, parent));
}

export const httpUrl = v.pipe(
  text(/^https?:\/\//, 'must be an http or https URL, such as "https://bridge.example"'),
  v.url('must be a URL, such as "https://bridge.example"'),
);

const ORIGIN = 'must be an origin without a path, such as "https://app.safe.global"';

export const origin = v.pipe(
  text(/^https?:\/\//, ORIGIN),
  v.check((value) => URL.canParse(value) && new URL(value).origin === value, ORIGIN),
);

const PATH = 'must be a path on the app’s own origin, such as "/brand/logo.svg"';

/** A file on the app's own origin. The content security policy refuses logos and fonts from other servers. */
export const ownPath = v.pipe(
  text(/^\/(?!\/)[\w\-./~%]+$/, PATH),
  v.check((path) => !path.includes('..'), PATH),
);
