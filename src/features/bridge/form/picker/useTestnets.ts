import { useState } from 'react';
import { useAppServices } from '../../../../context/appServices.ts';
import { createTestnetSwitch } from '../../../../store/testnetSwitch.ts';

/** Whether the selector shows testnets: as chosen before, and always while one of them is chosen. */
export function useTestnets(isTestnetChosen: boolean) {
  const { config } = useAppServices();
  const [kept] = useState(() => createTestnetSwitch(() => window.localStorage, config.installation));
  const [isShown, setShown] = useState(() => isTestnetChosen || kept.isOn());
  const onSwitch = (isOn: boolean) => {
    kept.set(isOn);
    setShown(isOn);
  };
  return [isShown, onSwitch] as const;
}
