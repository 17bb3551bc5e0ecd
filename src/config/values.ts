import * as v from 'valibot';

const URL_PROBLEM = 'must be a URL, such as "https://bridge.example".';

export const httpUrl = v.pipe(
  v.string('must be a URL in quotes.'),
  v.url(URL_PROBLEM),
  v.regex(/^https?:\/\//, 'must be an http or https URL.'),
);

const ORIGIN_PROBLEM = 'must be an origin without a path, such as "https://app.safe.global".';

function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:\/\//.test(text) && new URL(text).origin === text;
}

export const origin = v.pipe(v.string(ORIGIN_PROBLEM), v.check(isOrigin, ORIGIN_PROBLEM));

const PATH_PROBLEM = 'must be a path on the app’s own origin, such as "/brand/logo.svg".';

/** A file beside the app. The content security policy refuses logos and fonts from other servers. */
export const ownPath = v.pipe(
  v.string(PATH_PROBLEM),
  v.regex(/^\/(?!\/)[\w\-./~%]+$/, PATH_PROBLEM),
  v.check((path) => !path.includes('..'), PATH_PROBLEM),
);
