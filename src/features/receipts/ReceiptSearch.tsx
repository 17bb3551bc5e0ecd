import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { receiptsWords } from '../../words/receipts/receiptsWords.ts';
import { useWords } from '../../words/useWords.ts';
import type { HashProblem } from './readHashText.ts';
import { hashProblemText, readHashText } from './readHashText.ts';

type Props = { readonly initial: string; readonly onSearch: (hash: string) => void };

export function ReceiptSearch({ initial, onSearch }: Props) {
  const words = useWords(receiptsWords);
  const [text, setText] = useState(initial);
  const [problem, setProblem] = useState<HashProblem | null>(null);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const read = readHashText(text);
        if (read.ok) onSearch(read.hash);
        else setProblem(read.problem);
      }}
    >
      <Field
        label={words.t('depositHash')}
        problem={problem && hashProblemText(problem, words)}
        icon="search"
        isCode
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setProblem(null);
        }}
        action={
          <Button type="submit" kind="primary">
            {words.t('lookUp')}
          </Button>
        }
      />
    </form>
  );
}
