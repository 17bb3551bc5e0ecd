import * as v from 'valibot';
import { parseUrl } from '../parseUrl.ts';
import { text } from './values.ts';

const LINK = 'must be an http, https or mailto URL, such as "https://help.example/new?transfer={hash}"';
const PLACE = '{hash}';

/** Where a person asks for help. `{hash}` stands for the deposit hash. */
export const supportLink = v.pipe(
  // A URL format in the JSON Schema would refuse the braces.
  text(/^(?:https?:\/\/|mailto:[^?]+@)/, LINK),
  v.check((value) => parseUrl(value) !== null, LINK),
);

/** The link for a transfer. Without a hash, its place stays empty. */
export function supportLinkFor(template: string, hash: string | null): string {
  return template.replaceAll(PLACE, encodeURIComponent(hash ?? ''));
}

/** Whom the link reaches: a host or a mail address. */
export function supportTarget(template: string): string {
  const { protocol, host, pathname } = new URL(template);
  return protocol === 'mailto:' ? decodeURIComponent(pathname) : host;
}
