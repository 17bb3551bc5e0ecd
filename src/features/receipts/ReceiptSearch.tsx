import { useId, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { receiptsWords } from '../../words/receipts/receiptsWords.ts';
import { useWords } from '../../words/useWords.ts';
import styles from './ReceiptSearch.module.css';
import type { HashProblem } from './readHashText.ts';
import { hashProblemText, readHashText } from './readHashText.ts';

type Props = { readonly initial: string; readonly onSearch: (hash: string) => void };

export function ReceiptSearch({ initial, onSearch }: Props) {
  const words = useWords(receiptsWords);
  const [text, setText] = useState(initial);
  const [problem, setProblem] = useState<HashProblem | null>(null);
  const inputId = useId();
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        const read = readHashText(text);
        if (read.ok) onSearch(read.hash);
        else setProblem(read.problem);
      }}
    >
      <label htmlFor={inputId}>{words.t('depositHash')}</label>
      <div className={styles.row}>
        <span className={styles.field}>
          <Icon name="search" size={18} />
          <input
            id={inputId}
            type="text"
            placeholder="0x…"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            value={text}
            aria-invalid={problem !== null}
            onChange={(event) => {
              setText(event.target.value);
              setProblem(null);
            }}
          />
        </span>
        <Button type="submit" kind="primary">
          {words.t('lookUp')}
        </Button>
      </div>
      {problem ? (
        <span className={styles.problem} role="alert">
          {hashProblemText(problem, words)}
        </span>
      ) : null}
    </form>
  );
}
