import type { ReactNode } from 'react';

type Props = { readonly className?: string | undefined; readonly children: ReactNode };

/**
 * A screen reader says the content whenever it changes. The region has to be on the page before, and has no role, because
 * an empty one would be read as "status bar".
 */
export function LiveRegion({ className, children }: Props) {
  return (
    <div className={className} aria-live="polite" aria-atomic="true">
      {children}
    </div>
  );
}
