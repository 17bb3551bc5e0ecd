type Page = Pick<Window, 'addEventListener' | 'removeEventListener' | 'history' | 'location'>;

/**
 * Makes Back close an open dialog instead of leaving the page, also in browsers without a CloseWatcher. The dialog gets
 * its own history entry. A dialog that is closed otherwise leaves its entry in place, because removing it would race
 * with a navigation started at the same time: when Back later reaches that entry, it goes one further.
 * @returns the function to call when the dialog closes
 */
export function addBackEntry(page: Page, onBack: () => void): () => void {
  const { history, location } = page;
  const dialog = crypto.getRandomValues(new Uint32Array(2)).join('-');
  const path = location.pathname;
  let isOpen = true;
  const leaveEntry = () => {
    if (history.state?.dialog === dialog) return;
    page.removeEventListener('popstate', leaveEntry);
    if (isOpen) onBack();
    else if (location.pathname === path) history.back();
  };
  history.pushState({ ...history.state, dialog }, '');
  page.addEventListener('popstate', leaveEntry);
  return () => {
    isOpen = false;
  };
}
