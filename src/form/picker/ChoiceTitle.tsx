import type { ChainConfig } from '../../config/runtimeConfig.ts';
import { pickersWords } from '../../i18n/pickers/pickersWords.ts';
import { useWords } from '../../i18n/useWords.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './Choice.module.css';

type Props = { readonly name: string; readonly chain: ChainConfig; readonly isSelected: boolean };

export function ChoiceTitle({ name, chain, isSelected }: Props) {
  const { t } = useWords(pickersWords);
  return (
    <span className={styles.title}>
      <span className={styles.name}>{name}</span>
      {chain.testnet ? <span className={styles.tag}>{t('testnet')}</span> : null}
      {isSelected ? (
        <span className={styles.mark}>
          <Icon name="check" size={18} />
        </span>
      ) : null}
    </span>
  );
}
