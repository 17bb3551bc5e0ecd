type Page = Pick<Window, 'addEventListener' | 'removeEventListener' | 'history' | 'location'>;

/** Whether Back is a gesture of the device. With a mouse, Back is for pages. */
export function hasBackGesture(): boolean {
  return window.matchMedia('(pointer: coarse)').matches;
}

/**
 * Makes Back close an open sheet instead of leaving the page, also in the browsers inside of wallets, which have no
 * CloseWatcher. The sheet gets an entry in the history. A sheet that closes in another way leaves its entry there, because
 * removing it races with a navigation that starts at the same time: when Back later comes past the entry, it goes one further.
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
