import * as v from 'valibot';

const LINK_PROBLEM = 'must be an http or https URL, or a path on the app’s own origin, such as "/terms.html".';

/** A page to open, or a server to call. `javascript:` and other schemes are refused. */
export const link = v.pipe(v.string(LINK_PROBLEM), v.regex(/^(?:https?:\/\/|\/(?![/\\]))\S+$/, LINK_PROBLEM));

const MOMENT_PROBLEM = 'must be a moment with its time zone, such as "2027-01-31T18:00:00Z".';

/** Parsed to milliseconds, as `Date.now()` has them. */
export const moment = v.pipe(
  v.string(MOMENT_PROBLEM),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)$/, MOMENT_PROBLEM),
  v.check((text) => !Number.isNaN(Date.parse(text)), MOMENT_PROBLEM),
  v.transform((text) => Date.parse(text)),
);

const TEXT_PROBLEM = 'must be a text of 1 to 400 characters.';
const text = v.pipe(v.string(TEXT_PROBLEM), v.trim(), v.minLength(1, TEXT_PROBLEM), v.maxLength(400, TEXT_PROBLEM));

/** A text by language. A language without a text shows the English. */
export const texts = v.strictObject(
  {
    en: text,
    ar: v.optional(text),
    es: v.optional(text),
    pt: v.optional(text),
    tr: v.optional(text),
    vi: v.optional(text),
    zh: v.optional(text),
  },
  'is not a language of the app. Use en, ar, es, pt, tr, vi and zh.',
);

export type Texts = v.InferOutput<typeof texts>;
