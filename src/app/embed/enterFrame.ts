import type { RuntimeConfig } from '#shared/config/runtimeConfig.ts';
import { parseUrl } from '#shared/parseUrl.ts';

/** The page that shows the app in a frame, as far as the browser tells. */
type Ancestors = {
  /** From the parent to the top. Null in Firefox, which does not have it. */
  readonly ancestorOrigins: readonly string[] | null;
  readonly referrer: string;
};

type Framing =
  | { readonly isAllowed: true; readonly site: string }
  /** The site is null if the browser does not name it. */
  | { readonly isAllowed: false; readonly site: string | null };

function originsOf({ ancestorOrigins, referrer }: Ancestors): readonly string[] {
  if (ancestorOrigins) return ancestorOrigins;
  const parent = parseUrl(referrer);
  return parent ? [parent.origin] : [];
}

/**
 * Whether the configuration allows every page around the app. The host's `frame-ancestors` header blocks the others
 * before the app loads; this check is for a web server that does not send it.
 */
export function framingOf(ancestors: Ancestors, allowed: readonly string[]): Framing {
  const origins = originsOf(ancestors);
  const stranger = origins.find((origin) => !allowed.includes(origin));
  const [parent] = origins;
  if (parent === undefined || stranger !== undefined) return { isAllowed: false, site: stranger ?? null };
  return { isAllowed: true, site: parent };
}

/** Reads which page shows the app in a frame, and applies the configured background. */
export function enterFrame({ embed, wallets }: RuntimeConfig): Framing {
  if (typeof embed?.background === 'object') {
    const { light, dark } = embed.background;
    const { style } = document.documentElement;
    style.setProperty('--embed-light', light);
    style.setProperty('--embed-dark', dark);
  }
  // TypeScript does not know that Firefox lacks the list.
  const ancestors = window.location.ancestorOrigins as DOMStringList | undefined;
  const allowed = [...(embed?.origins ?? []), ...(wallets.safe ? wallets.safeOrigins : [])];
  return framingOf({ ancestorOrigins: ancestors ? [...ancestors] : null, referrer: document.referrer }, allowed);
}
