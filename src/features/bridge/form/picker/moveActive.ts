const PAGE = 8;

/**
 * The option that a key makes active; null for a key that moves nothing. Home and End belong to the text of a search.
 * @param count at least 1
 */
export function moveActive(
  { key, isSearchEmpty }: { readonly key: string; readonly isSearchEmpty: boolean },
  active: number,
  count: number,
): number | null {
  const last = count - 1;
  switch (key) {
    case 'ArrowDown':
      return active >= last ? 0 : active + 1;
    case 'ArrowUp':
      return active <= 0 ? last : active - 1;
    case 'PageDown':
      return Math.min(last, active + PAGE);
    case 'PageUp':
      return Math.max(0, active - PAGE);
    case 'Home':
      return isSearchEmpty ? 0 : null;
    case 'End':
      return isSearchEmpty ? last : null;
    default:
      return null;
  }
}
