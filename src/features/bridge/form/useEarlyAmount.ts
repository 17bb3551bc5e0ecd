import { useLayoutEffect, useRef } from 'react';
import { leaveEarlyPage, takeEarlyAmount } from '../../../ui/earlyPage.ts';

/** Gives the form what a person typed before it had loaded, and its field the focus. @returns for the element around the form */
export function useEarlyAmount(onAmount: (text: string) => void) {
  const form = useRef<HTMLDivElement>(null);
  const take = useRef(onAmount);
  useLayoutEffect(() => {
    leaveEarlyPage(form.current?.querySelector('input') ?? null);
    const text = takeEarlyAmount();
    if (text !== null) take.current(text);
  }, []);
  return form;
}
