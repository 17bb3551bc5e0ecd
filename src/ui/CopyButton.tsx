import { useEffect, useState } from 'react';
import { useTexts } from '../i18n/useTexts.ts';
import { IconButton } from './IconButton.tsx';

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
    <IconButton
      icon={isCopied ? 'check' : 'copy'}
      label={isCopied ? t('copied') : label}
      onClick={() => {
        navigator.clipboard.writeText(text).then(
          () => setCopied(true),
          () => setCopied(false),
        );
      }}
    />
  );
}
