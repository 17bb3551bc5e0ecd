import { pickersWords } from '../../i18n/pickers/pickersWords.ts';
import { useWords } from '../../i18n/useWords.ts';
import styles from './TestnetSwitch.module.css';

type Props = { readonly isOn: boolean; readonly onSwitch: (isOn: boolean) => void };

export function TestnetSwitch({ isOn, onSwitch }: Props) {
  const { t } = useWords(pickersWords);
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
