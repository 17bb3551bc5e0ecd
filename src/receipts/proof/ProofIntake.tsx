import type { DragEvent } from 'react';
import { useId, useState } from 'react';
import { MAX_PROOF_CHARS } from '#shared/proof/proofFile.ts';
import { proofWords } from '../../i18n/proof/proofWords.ts';
import { useWords } from '../../i18n/useWords.ts';
import { Button } from '../../ui/Button.tsx';
import { FileButton } from '../../ui/FileButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import styles from './Proof.module.css';

/** Takes the text of a proof: from a file that is chosen or dropped, or pasted. */
export function ProofIntake({ onText }: { readonly onText: (text: string) => void }) {
  const { t } = useWords(proofWords);
  const [pasted, setPasted] = useState('');
  const [isOver, setOver] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const [textId, hintId] = [useId(), useId()];

  const read = (file: File | undefined) => {
    if (!file) return;
    setFailed(false);
    // One byte more than a proof can have is enough to refuse the file.
    file
      .slice(0, MAX_PROOF_CHARS + 1)
      .text()
      .then(onText, () => setFailed(true));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    read(event.dataTransfer.files[0]);
  };

  return (
    <div className={styles.body}>
      <p className={styles.note}>{t('verifyLine')}</p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same for the keyboard */}
      <div
        className={`${styles.drop} ${isOver ? styles.over : ''}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <FileButton label={t('chooseFile')} accept=".json,application/json" kind="primary" onFile={read} />
        <span className={styles.note}>{t('dropFile')}</span>
      </div>
      <form
        className={styles.paste}
        onSubmit={(event) => {
          event.preventDefault();
          onText(pasted);
        }}
      >
        <label htmlFor={textId}>{t('pasteText')}</label>
        <textarea
          id={textId}
          className={styles.text}
          rows={3}
          value={pasted}
          aria-describedby={hintId}
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={(event) => setPasted(event.target.value)}
        />
        <p id={hintId} className={styles.note}>
          {t('pasteHint')}
        </p>
        <Button type="submit">{t('verify')}</Button>
      </form>
      {hasFailed ? <Notice tone="danger">{t('notReadable')}</Notice> : null}
    </div>
  );
}
