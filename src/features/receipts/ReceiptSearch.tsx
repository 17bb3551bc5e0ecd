import { useId, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './ReceiptSearch.module.css';
import { readHashText } from './readHashText.ts';

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
        const read = readHashText(text);
        if (read.ok) onSearch(read.hash);
        else setProblem(read.problem);
      }}
    >
      <label htmlFor={inputId}>Deposit transaction hash</label>
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
          Look up
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
