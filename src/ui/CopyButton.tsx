import { useEffect, useState } from 'react';
import { useTexts } from '../i18n/useTexts.ts';
import styles from './Button.module.css';
import { Icon } from './Icon.tsx';

type Props = { readonly text: string; readonly label: string };

export function CopyButton({ text, label }: Props) {
  const { t } = useTexts('form');
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
