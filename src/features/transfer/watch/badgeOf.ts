import type { VerdictKind } from '../../../domain/verdict/verdict.ts';
import { verdictKinds } from '../../../domain/verdict/verdictKinds.ts';
import type { Badge } from '../../../ui/attention/useFaviconBadge.ts';

/** News that the person has not seen comes first, then the transfers under way. */
export function badgeOf(kinds: readonly VerdictKind[], unseen: readonly VerdictKind[]): Badge {
  if (unseen.some((kind) => verdictKinds[kind].standing !== 'good')) return 'needsYou';
  if (unseen.length > 0) return 'good';
  return kinds.some((kind) => verdictKinds[kind].standing === 'open') ? 'open' : null;
}
