import type { Route } from '../config/registry.ts';
import type { LogoSource } from '../ui/logos/LogoImage.tsx';

/** Any token can call itself USDC, so only a pinned one gets the logo of its name. */
export function tokenLogo({ originToken, isPinned }: Route): LogoSource {
  return isPinned ? (originToken.logo ?? originToken.name) : null;
}
