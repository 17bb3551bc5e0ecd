import type * as v from 'valibot';

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

/** Describes what the schema refuses, in all settings or in the value at `parent`: one sentence each, with its path. */
export function describeIssues(issues: readonly v.BaseIssue<unknown>[], parent = ''): readonly string[] {
  return issues.flatMap((issue) => describeIssue(issue, parent));
}
