import * as v from 'valibot';

const LINK_PROBLEM = 'must be an http or https URL, or a path on the app’s own origin, such as "/terms.html".';

/** A page to open, or a server to call. `javascript:` and other schemes are refused. */
export const link = v.pipe(v.string(LINK_PROBLEM), v.regex(/^(?:https?:\/\/|\/(?![/\\]))\S+$/, LINK_PROBLEM));
