import { useState } from 'react';
import { useTexts } from '../i18n/useTexts.ts';
import { Button } from './Button.tsx';
import type { CopyResult } from './copyText.ts';
import { copyText } from './copyText.ts';
import { LiveRegion } from './LiveRegion.tsx';
import { lazyChunk } from './lazyChunk.tsx';
import styles from './share.module.css';

const QrCode = lazyChunk(async () => (await import('./QrCode.tsx')).QrCode, 'line');

type Props = {
  readonly url: string;
  /** Describes the link to the app that it is shared with. */
  readonly title: string;
};

/** A link that opens the transfer on any device. */
export function ShareLink({ url, title }: Props) {
  const { t } = useTexts('app');
  const [result, setResult] = useState<CopyResult | null>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.share}>
      <p>{t('linkText')}</p>
      <div className={styles.shareRow}>
        <Button size="small" onClick={() => void copyText(url).then(setResult)}>
          {t(result === 'copied' ? 'linkCopied' : 'copyLink')}
        </Button>
        {'share' in navigator ? (
          // Closing the system's share menu rejects the promise.
          <Button size="small" onClick={() => void navigator.share({ url, title }).catch(() => {})}>
            {t('share')}
          </Button>
        ) : null}
        <details onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>{t('showCode')}</summary>
          {isOpen ? <QrCode text={url} label={t('codeLabel')} /> : null}
        </details>
      </div>
      <LiveRegion>
        {result === 'notCopied' ? (
          <p>
            {t('notCopied')} <code dir="ltr">{url}</code>
          </p>
        ) : null}
      </LiveRegion>
    </div>
  );
}
