import { useEffect, useState } from 'react';
import { mainWords } from '../i18n/main/mainWords.ts';
import { useWords } from '../i18n/useWords.ts';
import styles from './Button.module.css';
import { Icon } from './Icon.tsx';

type Props = { readonly text: string; readonly label: string };

export function CopyButton({ text, label }: Props) {
  const { t } = useWords(mainWords);
  const [isCopied, setCopied] = useState(false);

  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 1600);
    return () => clearTimeout(timer);
  }, [isCopied]);

  return (
    <button
      type="button"
      className={styles.copy}
      aria-label={isCopied ? t('copied') : label}
      onClick={() => {
        navigator.clipboard.writeText(text).then(
          () => setCopied(true),
          () => setCopied(false),
        );
      }}
    >
      <Icon name={isCopied ? 'check' : 'copy'} size={16} />
    </button>
  );
}
