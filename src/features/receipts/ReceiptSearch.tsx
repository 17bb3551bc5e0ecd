import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { receiptsWords } from '../../words/receipts/receiptsWords.ts';
import { useWords } from '../../words/useWords.ts';
import type { HashProblem } from './readHashText.ts';
import { hashProblemText, readHashText } from './readHashText.ts';

type Props = {
  readonly initial: string;
  readonly onSearch: (hash: string) => void;
  /** A search for a text without a hash. */
  readonly onProblem: () => void;
};

export function ReceiptSearch({ initial, onSearch, onProblem }: Props) {
  const words = useWords(receiptsWords);
  const [text, setText] = useState(initial);
  const [problem, setProblem] = useState<HashProblem | null>(null);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const read = readHashText(text);
        if (read.ok) return onSearch(read.hash);
        setProblem(read.problem);
        onProblem();
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
