import { useId, useState } from 'react';
import * as v from 'valibot';
import type { Hash } from 'viem';
import { hashWire } from '#shared/wire/primitives.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './PasteHash.module.css';

type Props = { readonly onHash: (hash: Hash) => void };

/** For a wallet that signed without an answer to the page: its activity list has the hash. */
export function PasteHash({ onHash }: Props) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const inputId = useId();
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        const read = v.safeParse(hashWire, text.trim());
        if (read.success) onHash(read.output);
        else setProblem('A transaction hash is 0x and 64 hex characters.');
      }}
    >
      <p>
        The app is searching the chain for your deposit. If your wallet shows it as sent, paste the transaction hash.
      </p>
      <label htmlFor={inputId} className="visuallyHidden">
        Transaction hash
      </label>
      <div className={styles.row}>
        <input
          id={inputId}
          type="text"
          placeholder="0x…"
          autoComplete="off"
          spellCheck={false}
          value={text}
          aria-invalid={problem !== null}
          onChange={(event) => {
            setText(event.target.value);
            setProblem(null);
          }}
        />
        <Button type="submit">Use hash</Button>
      </div>
      {problem ? (
        <span className={styles.problem} role="alert">
          {problem}
        </span>
      ) : null}
    </form>
  );
}
