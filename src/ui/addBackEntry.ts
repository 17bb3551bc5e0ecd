type Page = Pick<Window, 'addEventListener' | 'removeEventListener' | 'history' | 'location'>;

/** Whether the device has a Back gesture. With a mouse, Back navigates between pages. */
export function hasBackGesture(): boolean {
  return window.matchMedia('(pointer: coarse)').matches;
}

/**
 * Makes Back close an open sheet instead of leaving the page, also in wallets' browsers, which have no CloseWatcher.
 * The sheet gets its own history entry. A sheet that is closed otherwise leaves its entry in place, because removing it
 * would race with a navigation started at the same time: when Back later reaches that entry, it goes one further.
 * @returns the function to call when the sheet closes
 */
export function addBackEntry(page: Page, onBack: () => void): () => void {
  const { history, location } = page;
  const sheet = crypto.getRandomValues(new Uint32Array(2)).join('-');
  const path = location.pathname;
  let isOpen = true;
  const leaveEntry = () => {
    if (history.state?.sheet === sheet) return;
    page.removeEventListener('popstate', leaveEntry);
    if (isOpen) onBack();
    else if (location.pathname === path) history.back();
  };
  history.pushState({ ...history.state, sheet }, '');
  page.addEventListener('popstate', leaveEntry);
  return () => {
    isOpen = false;
  };
}
