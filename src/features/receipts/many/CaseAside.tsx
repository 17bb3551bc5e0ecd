import type { ReactNode } from 'react';
import { useEffect, useEffectEvent } from 'react';
import { Link } from 'wouter';
import type { HashItem } from '../../../domain/desk/caseList.ts';
import { receiptPath } from '../../../domain/verdict/receiptPath.ts';
import { Icon } from '../../../ui/Icon.tsx';
import ui from '../../../ui/ui.module.css';
import { deskTableWords } from '../../../words/deskTable/deskTableWords.ts';
import { useWords } from '../../../words/useWords.ts';
import styles from './table.module.css';

type Props = { readonly item: HashItem; readonly onClose: () => void; readonly children: ReactNode };

/** The answer about a row, beside the table. */
export function CaseAside({ item, onClose, children }: Props) {
  const { t } = useWords(deskTableWords);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && document.querySelector('dialog[open]') === null) close();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <aside className={styles.aside} aria-label={t('answer')}>
      <header className={ui.spread}>
        <Link href={receiptPath(item.hash, item.chainId)}>{t('openPage')}</Link>
        <button type="button" className={ui.iconButton} aria-label={t('closeAnswer')} onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      {children}
    </aside>
  );
}
