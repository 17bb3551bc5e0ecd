/** Remembers in this browser whether the selectors show testnets. */
export function createTestnetSwitch(storage: () => Pick<Storage, 'getItem' | 'setItem'>, installation: string) {
  const key = `causeway.testnets.${installation}`;
  return {
    isOn(): boolean {
      try {
        return storage().getItem(key) === 'shown';
      } catch {
        // The browser blocks storage: the switch holds until the selector closes.
        return false;
      }
    },
    set(isOn: boolean): void {
      try {
        storage().setItem(key, isOn ? 'shown' : 'hidden');
      } catch {}
    },
  };
}
