import { useState } from 'react';
import * as v from 'valibot';
import type { Hash } from 'viem';
import { hashWire } from '#shared/wire/primitives.ts';
import { transferWords } from '../i18n/transfer/transferWords.ts';
import { useWords } from '../i18n/useWords.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import ui from '../ui/ui.module.css';

type Props = { readonly onHash: (hash: Hash) => void };

/** For a wallet that signed without an answer to the page: its activity list has the hash. */
export function PasteHash({ onHash }: Props) {
  const { t } = useWords(transferWords);
  const [text, setText] = useState('');
  const [isInvalid, setInvalid] = useState(false);
  return (
    <form
      className={`${ui.stack} ${ui.note}`}
      onSubmit={(event) => {
        event.preventDefault();
        const read = v.safeParse(hashWire, text.trim());
        if (read.success) onHash(read.output);
        else setInvalid(true);
      }}
    >
      <p>{t('searchingDeposit')}</p>
      <Field
        label={t('transactionHash')}
        problem={isInvalid ? t('hashInvalid') : null}
        isCode
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setInvalid(false);
        }}
        action={<Button type="submit">{t('useHash')}</Button>}
      />
    </form>
  );
}
