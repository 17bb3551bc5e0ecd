import { useState } from 'react';
import * as v from 'valibot';
import { useAppServices } from '../../app/services.ts';
import { useTexts } from '../../i18n/useTexts.ts';
import { createStored } from '../../lib/createStored.ts';
import { hasBothKinds } from '../model/choices.ts';
import styles from './picker.module.css';

/**
 * Whether a selector hides testnets, and the switch for it. Testnets show if this person chose so before in this
 * installation, and always while one of them is selected. An installation with one kind of chain has no switch and
 * hides nothing.
 */
export function useTestnets(isTestnetChosen: boolean) {
  const { config, registry } = useAppServices();
  const [kept] = useState(() =>
    createStored(() => window.localStorage, {
      key: `causeway.testnets.${config.installation}`,
      schema: v.boolean(),
      empty: false,
    }),
  );
  const [isShown, setShown] = useState(() => isTestnetChosen || kept.get());
  const isMixed = hasBothKinds(registry.chains);
  const onSwitch = (isOn: boolean) => {
    kept.choose(isOn);
    setShown(isOn);
  };
  return {
    hidesTestnets: isMixed && !isShown,
    testnetSwitch: isMixed ? <TestnetSwitch isOn={isShown} onSwitch={onSwitch} /> : null,
  };
}

type Props = { readonly isOn: boolean; readonly onSwitch: (isOn: boolean) => void };

function TestnetSwitch({ isOn, onSwitch }: Props) {
  const { t } = useTexts('app');
  return (
    <label className={styles.switch}>
      <span>{t('showTestnets')}</span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        checked={isOn}
        onChange={(event) => onSwitch(event.target.checked)}
      />
    </label>
  );
}
