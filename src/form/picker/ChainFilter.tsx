import type { ChainConfig } from '../../config/runtimeConfig.ts';
import { pickersWords } from '../../i18n/pickers/pickersWords.ts';
import { useWords } from '../../i18n/useWords.ts';
import { LogoImage } from '../../ui/logos/LogoImage.tsx';
import styles from './ChainFilter.module.css';

type Props = {
  readonly chains: readonly ChainConfig[];
  /** Null: all chains. */
  readonly chosen: number | null;
  readonly onChoose: (chainId: number | null) => void;
};

export function ChainFilter({ chains, chosen, onChoose }: Props) {
  const { t } = useWords(pickersWords);
  return (
    <fieldset className={styles.chips} aria-label={t('filterByChain')}>
      <button type="button" aria-pressed={chosen === null} onClick={() => onChoose(null)}>
        {t('allChains')}
      </button>
      {chains.map(({ id, name, logo }) => (
        <button key={id} type="button" aria-pressed={chosen === id} onClick={() => onChoose(id)}>
          <LogoImage name={name} shape="chain" size="small" source={logo ?? id} />
          {name}
        </button>
      ))}
    </fieldset>
  );
}
