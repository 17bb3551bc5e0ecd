import { useLayoutEffect, useRef } from 'react';
import { leaveEarlyPage, takeEntry } from '../../../ui/earlyPage.ts';

/** Gives the form what a person typed before it had its routes, and its field the focus. @returns for the element around the form */
export function useEarlyAmount(onAmount: (text: string) => void) {
  const form = useRef<HTMLDivElement>(null);
  const take = useRef(onAmount);
  useLayoutEffect(() => {
    const field = form.current?.querySelector('input') ?? null;
    leaveEarlyPage(field);
    const text = takeEntry(field);
    if (text !== null) take.current(text);
  }, []);
  return form;
}
