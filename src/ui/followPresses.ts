/**
 * Does what every browser but Safari does by itself: a pressed button gets the focus, and until the next key no button
 * shows a ring. Otherwise a dialog that the button opens would leave the focus nowhere when it closes, or return it with
 * a ring.
 */
export function followPresses(page: Window): () => void {
  const { documentElement: root } = page.document;
  const onClick = ({ target, detail }: MouseEvent) => {
    // A key's click counts no presses.
    root.toggleAttribute('data-pressed', detail > 0);
    const button = target instanceof Element ? target.closest('button') : null;
    // A field that has the focus keeps it: on a phone, its keyboard would close.
    if (page.document.activeElement?.contains(button)) button?.focus({ preventScroll: true });
  };
  const onKey = () => root.removeAttribute('data-pressed');
  page.addEventListener('click', onClick, true);
  page.addEventListener('keydown', onKey, true);
  return () => {
    page.removeEventListener('click', onClick, true);
    page.removeEventListener('keydown', onKey, true);
  };
}

/** Whether the person came to the focused element by keys. */
export function isFocusedByKey(): boolean {
  const { documentElement, activeElement } = document;
  return !documentElement.hasAttribute('data-pressed') && activeElement?.matches(':focus-visible') === true;
}
