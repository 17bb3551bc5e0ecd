/** What a person did in a field before the form had its routes. */
type Entry = { readonly text: string | null; readonly hasFocus: boolean };

const NOTHING: Entry = { text: null, hasFocus: false };

/** The form can load much later than its page, if the service does not answer. */
let entry = NOTHING;

export function keepEntry(change: Partial<Entry>): void {
  entry = { ...entry, ...change };
}

/**
 * Moves the focus from the previous field to the form's field.
 * @returns what a person typed there; null if nothing, and after the first call
 */
export function takeEntry(field: HTMLInputElement | null): string | null {
  const { text, hasFocus } = entry;
  entry = NOTHING;
  if (hasFocus) field?.focus({ preventScroll: true });
  return text;
}

/**
 * Shows the app in place of the page that the build renders into index.html.
 * @param field takes the focus of the early field
 * @returns the text for a field that waits for the routes: what a person typed, or the amount from a link
 */
export function leaveEarlyPage(field: HTMLInputElement | null): string {
  const early = document.getElementById('early');
  const earlyField = early?.querySelector('input');
  if (!early || !earlyField) return entry.text ?? '';
  const { dataset } = document.documentElement;
  dataset.early = 'leaving';
  const hasFocus = early.contains(document.activeElement);
  // The app itself reads the amount from a link.
  keepEntry({ text: 'typed' in earlyField.dataset ? earlyField.value : null, hasFocus });
  // A phone's keyboard stays open only if the focus moves before its field is removed.
  if (field && hasFocus) field.focus({ preventScroll: true });
  early.remove();
  delete dataset.early;
  return earlyField.value;
}

/** Removes the early page if the app shows something without a field to take over. */
export function watchEarlyPage(root: HTMLElement): void {
  const observer = new MutationObserver(() => {
    if (!root.firstElementChild) return;
    observer.disconnect();
    leaveEarlyPage(null);
  });
  observer.observe(root, { childList: true });
}
