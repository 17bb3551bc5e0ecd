import { useId, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { judgeHashText } from './judgeHashText.ts';
import styles from './ReceiptSearch.module.css';

type Props = { readonly initial: string; readonly onSearch: (hash: string) => void };

export function ReceiptSearch({ initial, onSearch }: Props) {
  const [text, setText] = useState(initial);
  const [problem, setProblem] = useState<string | null>(null);
  const inputId = useId();
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        const judged = judgeHashText(text);
        if (judged.ok) onSearch(judged.hash);
        else setProblem(judged.problem);
      }}
    >
      <label htmlFor={inputId}>Hash of the deposit transaction</label>
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
          Find
        </Button>
      </div>
      {problem ? (
        <span className={styles.problem} role="alert">
          {problem}
        </span>
      ) : null}
    </form>
  );
}
