import * as v from 'valibot';
import type { Address } from 'viem';
import { parseAddress } from '#shared/address.ts';

// Each message completes a sentence that starts with the setting's path.

export const name = v.pipe(
  v.string(({ received }) => `must be text, not ${received}`),
  v.minLength(1, 'must not be empty'),
  v.maxLength(64, ({ received }) => `must have at most 64 characters, not ${received}`),
);

export function integer(min: number, max: number) {
  return v.pipe(
    v.number(({ received }) => `must be a number, not ${received}`),
    v.check(
      (value) => Number.isSafeInteger(value) && value >= min && value <= max,
      ({ received }) => `must be a whole number from ${min} to ${max}, not ${received}`,
    ),
  );
}

// The examples have one for each address that only an installation knows.
const PLACEHOLDER = /^<[^<>]{1,80}>$/;

export const address = v.pipe(
  v.string(({ received }) => `must be an account address, not ${received}`),
  v.rawTransform<string, Address>(({ dataset, addIssue, NEVER }) => {
    const parsed = parseAddress(dataset.value);
    if (parsed) return parsed;
    addIssue({
      message: PLACEHOLDER.test(dataset.value)
        ? `is the placeholder ${dataset.value}. Write the address of your installation`
        : `must be an account address (0x and 40 hex digits with a valid checksum), not "${dataset.value}"`,
    });
    return NEVER;
  }),
);

export const decimalText = v.pipe(
  v.string(({ received }) => `must be a decimal in quotes such as "0.5", not ${received}`),
  v.regex(/^\d+(?:\.\d+)?$/, ({ received }) => `must be a plain decimal such as "0.5", not ${received}`),
);

function describeProblem({ message, expected, received }: v.BaseIssue<unknown>): string {
  if (expected === 'never') return 'is not a known setting';
  if (received === 'undefined') return 'is missing';
  // Valibot's default messages are not in the form of our sentences.
  return message.startsWith('Invalid ') ? `must be ${expected}, not ${received}` : message;
}

export const day = v.pipe(
  v.string(({ received }) => `must be a day in quotes such as "2026-11-22", not ${received}`),
  v.isoDate(({ received }) => `must be a day such as "2026-11-22", not ${received}`),
);

/** Describes an issue as one sentence about the setting. */
export function describeIssue(issue: v.BaseIssue<unknown>): string {
  return `${v.getDotPath(issue) ?? 'The file'} ${describeProblem(issue)}.`;
}

// The URL can hold a key, so the messages do not quote it.
export const wsUrl = v.pipe(
  v.string(),
  v.url('must be a URL'),
  v.regex(/^wss?:/, 'must be a ws or wss URL'),
  // RFC 6455 forbids it, and a WebSocket to such a URL cannot be created.
  v.excludes('#', 'must have no part after a "#"'),
);
export const rpcUrl = v.pipe(v.string(), v.url('must be a URL'), v.regex(/^https?:/, 'must be an http or https URL'));
