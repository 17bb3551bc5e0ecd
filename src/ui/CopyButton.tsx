import { useEffect, useState } from 'react';
import { useTexts } from '../i18n/useTexts.ts';
import type { CopyResult } from './copyText.ts';
import { copyText } from './copyText.ts';
import { IconButton } from './IconButton.tsx';

type Props = { readonly text: string; readonly label: string };

/** A refusal stays visible, because it takes longer to read. */
export function CopyButton({ text, label }: Props) {
  const { t } = useTexts('app');
  const [result, setResult] = useState<CopyResult | null>(null);

  useEffect(() => {
    if (result !== 'copied') return;
    const timer = setTimeout(() => setResult(null), 1600);
    return () => clearTimeout(timer);
  }, [result]);

  return (
    <IconButton
      icon={result === null ? 'copy' : ICONS[result]}
      label={result === null ? label : t(result)}
      title={result === 'notCopied' ? t(result) : undefined}
      onClick={() => void copyText(text).then(setResult)}
    />
  );
}

const ICONS = { copied: 'check', notCopied: 'warning' } as const;
