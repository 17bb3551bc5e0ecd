/**
 * Lets a sheet slide away after its part of the page is gone: a copy of it leaves, out of reach. Without motion
 * where the person wants none.
 */
export function leaveSheet(dialog: HTMLDialogElement, leaving: string): void {
  if (!('popover' in dialog) || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const copy = dialog.cloneNode(true);
  if (!(copy instanceof HTMLDialogElement)) return;
  const scrolled = [...dialog.querySelectorAll('*')].flatMap(({ scrollTop }, index) =>
    scrollTop > 0 ? [{ index, scrollTop }] : [],
  );
  copy.removeAttribute('open');
  copy.removeAttribute('aria-labelledby');
  for (const element of copy.querySelectorAll('[id]')) element.removeAttribute('id');
  copy.inert = true;
  copy.ariaHidden = 'true';
  copy.popover = 'manual';
  copy.classList.add(leaving);
  document.body.append(copy);
  copy.showPopover();
  if (scrolled.length > 0) {
    const copied = copy.querySelectorAll('*');
    for (const { index, scrollTop } of scrolled) copied[index]?.scrollTo(0, scrollTop);
  }
  const remove = () => copy.remove();
  Promise.all(copy.getAnimations().map(({ finished }) => finished)).then(remove, remove);
}
