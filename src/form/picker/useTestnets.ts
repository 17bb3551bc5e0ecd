import { useState } from 'react';
import * as v from 'valibot';
import { useAppServices } from '../../app/services.ts';
import { createStored } from '../../lib/createStored.ts';

/** Whether the selector shows testnets: as chosen before in this installation, and always while one of them is chosen. */
export function useTestnets(isTestnetChosen: boolean) {
  const { installation } = useAppServices().config;
  const [kept] = useState(() =>
    createStored(() => window.localStorage, {
      key: `causeway.testnets.${installation}`,
      schema: v.boolean(),
      empty: false,
    }),
  );
  const [isShown, setShown] = useState(() => isTestnetChosen || kept.get());
  const onSwitch = (isOn: boolean) => {
    kept.choose(isOn);
    setShown(isOn);
  };
  return [isShown, onSwitch] as const;
}
