import type { ReactNode } from 'react';
import { Suspense, useState } from 'react';
import type { Language } from '#shared/languages.ts';
import { LANGUAGES, languageOf, localeOf } from '#shared/languages.ts';
import { textLoader, useTexts, useTextsIn } from '../../i18n/useTexts.ts';
import { useExplorer } from '../../transfer/useExplorer.ts';
import { Button } from '../../ui/Button.tsx';
import type { CopyResult } from '../../ui/copyText.ts';
import { copyText } from '../../ui/copyText.ts';
import { Choice } from '../../ui/Field.tsx';
import { LiveRegion } from '../../ui/LiveRegion.tsx';
import { ChunkBoundary } from '../../ui/lazyChunk.tsx';
import ui from '../../ui/ui.module.css';
import type { Lookup } from '../model/judge.ts';
import { useDeskKey } from '../paste/deskKeys.tsx';
import styles from './answer.module.css';
import { writeReply } from './writeReply.ts';

type Props = {
  readonly found: Lookup;
  /** Stands in for the reply while the bridge has yet to answer. */
  readonly waiting: string | null;
  readonly lookupUrl: string;
  readonly language: Language;
  readonly onLanguage: (language: Language) => void;
};

/** What to tell the customer, in the customer's language. */
export function ReplyPanel({ waiting, language, onLanguage, ...message }: Props) {
  const { t } = useTexts('desk');
  return (
    <section className={`${ui.card} ${ui.compact} ${styles.reply}`} aria-labelledby="replyTitle">
      <header className={ui.spread}>
        <h2 id="replyTitle">{t('tellCustomer')}</h2>
        <Choice
          label={t('replyLanguage')}
          value={language}
          options={Object.entries(LANGUAGES).map(([value, { name, tag }]) => ({ value, label: name, lang: tag }))}
          onChange={(value) => onLanguage(languageOf(value))}
        />
      </header>
      <ChunkBoundary key={language} failure={(_error, retry) => <NotLoaded language={language} retry={retry} />}>
        <Suspense fallback={<p role="status">{t('replyLoading')}</p>}>
          {waiting === null ? (
            <Message language={language} {...message} />
          ) : (
            <p className={`${styles.message} ${styles.replyPlace}`}>{waiting}</p>
          )}
        </Suspense>
      </ChunkBoundary>
    </section>
  );
}

function NotLoaded({ language, retry }: { readonly language: Language; readonly retry: () => void }) {
  const { t } = useTexts('desk');
  return (
    <>
      <p role="alert">{t('replyNotLoaded')}</p>
      <Button onClick={() => void textLoader.load('desk', language).then(retry, retry)}>{t('loadAgain')}</Button>
    </>
  );
}

type MessageProps = Pick<Props, 'found' | 'lookupUrl' | 'language'>;

function Message({ found, lookupUrl, language }: MessageProps): ReactNode {
  const { t } = useTexts('desk');
  const explorer = useExplorer();
  const texts = useTextsIn('desk', { language, locale: localeOf(language, navigator.languages) });
  const [result, setResult] = useState<CopyResult | null>(null);
  const text = writeReply(found, { texts, lookupUrl, explorer });
  const copy = () => void copyText(text).then(setResult);
  useDeskKey('c', copy);
  const { tag, direction } = LANGUAGES[language];
  return (
    <>
      <p className={styles.message} lang={tag} dir={direction}>
        {text}
      </p>
      <div className={`${ui.row} ${ui.note}`}>
        <Button kind="primary" onClick={copy}>
          {t('copyReply')}
        </Button>
        <LiveRegion>{result === null ? null : t(result)}</LiveRegion>
      </div>
    </>
  );
}
