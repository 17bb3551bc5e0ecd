import { Icon } from '../../../ui/Icon.tsx';
import { mainWords } from '../../../words/main/mainWords.ts';
import { useWords } from '../../../words/useWords.ts';
import styles from './FlipButton.module.css';

type Props = { readonly isEnabled: boolean; readonly onFlip: () => void };

/** Swaps the origin and the destination chain. */
export function FlipButton({ isEnabled, onFlip }: Props) {
  const { t } = useWords(mainWords);
  return (
    <div className={styles.flip}>
      <button type="button" aria-label={t('swapDirection')} disabled={!isEnabled} onClick={onFlip}>
        <Icon name="flip" size={18} />
      </button>
    </div>
  );
}
