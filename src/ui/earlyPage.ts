/** How long an app without its form leaves the early page to a person who has not touched it. */
const PATIENCE_MS = 1_000;

const earlyPage = () => document.getElementById('early');

/** A form can come later than the end of the early page, because the service did not answer in time. */
let kept: string | null = null;

/** The amount in the early field; null before the first change. */
function earlyAmount(): string | null {
  const field = earlyPage()?.querySelector('input');
  return field && 'typed' in field.dataset ? field.value : null;
}

/** The amount that a person typed before the app had loaded; null if they typed none, and after the first call. */
export function takeEarlyAmount(): string | null {
  const typed = earlyAmount() ?? kept;
  kept = null;
  return typed;
}

/**
 * Shows the app in place of the page that the build renders into index.html.
 * @param field takes the focus of the early field
 */
export function leaveEarlyPage(field: HTMLInputElement | null): void {
  const early = earlyPage();
  if (!early) return;
  const { dataset } = document.documentElement;
  dataset.early = 'leaving';
  // The keyboard of a phone stays open only if the focus moves before its field is gone.
  if (field && early.contains(document.activeElement)) field.focus({ preventScroll: true });
  kept = earlyAmount();
  early.remove();
  delete dataset.early;
}

/** Leaves the early page as soon as the app shows anything but a form that waits for its routes. */
export function watchEarlyPage(root: HTMLElement): void {
  if (!earlyPage()) return;
  const leave = () => {
    observer.disconnect();
    leaveEarlyPage(null);
  };
  let isWaiting = false;
  const observer = new MutationObserver(() => {
    if (!root.firstElementChild) return;
    if (!root.querySelector('[data-waiting]')) return leave();
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => {
      const isTouched = earlyAmount() !== null || earlyPage()?.contains(document.activeElement);
      if (!isTouched) leave();
    }, PATIENCE_MS);
  });
  observer.observe(root, { childList: true, subtree: true });
}
