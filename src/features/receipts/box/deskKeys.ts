const KEY = 'causeway.deskKeys';

/** Whether single keys act. A person who dictates, or whose hand trembles, can turn them off. */
export function areKeysOn(): boolean {
  try {
    return window.localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

export function setKeysOn(isOn: boolean): void {
  try {
    if (isOn) window.localStorage.removeItem(KEY);
    else window.localStorage.setItem(KEY, 'off');
  } catch {
    // The browser blocks storage, so the choice ends with the page.
  }
}
