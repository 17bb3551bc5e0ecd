/** The page that shows the app in a frame, as far as the browser tells. */
export type Ancestors = {
  /** From the parent to the top. Firefox does not have it. */
  readonly ancestorOrigins: readonly string[] | null;
  readonly referrer: string;
};

export type Framing =
  | { readonly isAllowed: true; readonly site: string }
  /** The site is null where the browser does not name it. */
  | { readonly isAllowed: false; readonly site: string | null };

function originsOf({ ancestorOrigins, referrer }: Ancestors): readonly string[] {
  if (ancestorOrigins) return ancestorOrigins;
  return URL.canParse(referrer) ? [new URL(referrer).origin] : [];
}

/**
 * Whether the configuration allows every page around the app. The host’s `frame-ancestors` refuses the others before the
 * app loads; this is for a web server that does not send the header.
 */
export function framingOf(ancestors: Ancestors, allowed: readonly string[]): Framing {
  const origins = originsOf(ancestors);
  const stranger = origins.find((origin) => !allowed.includes(origin));
  const [parent] = origins;
  if (parent === undefined || stranger !== undefined) return { isAllowed: false, site: stranger ?? null };
  return { isAllowed: true, site: parent };
}
