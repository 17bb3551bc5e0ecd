import { useState } from 'react';
import type { Case } from '../../../domain/desk/judge.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import ui from '../../../ui/ui.module.css';
import { deskWords } from '../../../words/desk/deskWords.ts';
import { useWords } from '../../../words/useWords.ts';
import styles from './answer.module.css';
import { rawText } from './rawText.ts';

/** Everything that was read, folded, for an engineer. */
export function RawAnswers({ found }: { readonly found: Case }) {
  const { t } = useWords(deskWords);
  const [isOpen, setOpen] = useState(false);
  const text = isOpen ? rawText(found) : '';
  return (
    <details className={ui.more} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('raw')}</summary>
      {isOpen ? (
        <div className={styles.raw}>
          <CopyButton text={text} label={t('copyValue', { what: t('raw') })} />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it */}
          <section tabIndex={0} aria-label={t('raw')}>
            <pre lang="en" dir="ltr">
              {text}
            </pre>
          </section>
        </div>
      ) : null}
    </details>
  );
}
