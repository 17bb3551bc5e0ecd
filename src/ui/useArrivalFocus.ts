import type { RefObject } from 'react';
import { useEffect, useRef } from 'react';

let arrivedAt: string | null = null;

/**
 * Moves the focus to the heading of a page that the person navigates to, so that the keyboard goes on there and a screen
 * reader says where they are. The first page of a visit leaves the focus to the browser.
 */
export function useArrivalFocus(): RefObject<HTMLHeadingElement | null> {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const { pathname } = window.location;
    // The first page, or the same page once more.
    if (arrivedAt !== null && arrivedAt !== pathname) ref.current?.focus({ preventScroll: true });
    arrivedAt = pathname;
  }, []);
  return ref;
}
