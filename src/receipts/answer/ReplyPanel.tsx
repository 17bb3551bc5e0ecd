import type { ReactNode } from 'react';
import { Suspense, use, useMemo, useState } from 'react';
import { createWords } from '../../i18n/createWords.ts';
import { deskWords } from '../../i18n/desk/deskWords.ts';
import type { Language } from '../../i18n/languages.ts';
import { LANGUAGES, languageOf, localeOf } from '../../i18n/languages.ts';
import { replyWords } from '../../i18n/reply/replyWords.ts';
import { statusWords } from '../../i18n/status/statusWords.ts';
import { useWords } from '../../i18n/useWords.ts';
import { useExplorer } from '../../transfer/useExplorer.ts';
import { Button } from '../../ui/Button.tsx';
import { PartBoundary } from '../../ui/lazyPart.tsx';
import ui from '../../ui/ui.module.css';
import type { Case } from '../model/judge.ts';
import { useDeskKey } from '../paste/deskKeys.tsx';
import styles from './answer.module.css';
import { writeReply } from './writeReply.ts';

type Props = {
  readonly found: Case;
  readonly caseUrl: string;
  readonly language: Language;
  readonly onLanguage: (language: Language) => void;
};

/** What to tell the customer, in the customer's language. */
export function ReplyPanel({ language, onLanguage, ...message }: Props) {
  const { t } = useWords(deskWords);
  return (
    <section className={`${ui.card} ${ui.compact} ${styles.reply}`} aria-labelledby="replyTitle">
      <header className={ui.spread}>
        <h2 id="replyTitle">{t('tellCustomer')}</h2>
        <select
          aria-label={t('replyLanguage')}
          value={language}
          onChange={({ target }) => onLanguage(languageOf(target.value))}
        >
          {Object.entries(LANGUAGES).map(([code, { name, tag }]) => (
            <option key={code} value={code} lang={tag}>
              {name}
            </option>
          ))}
        </select>
      </header>
      <PartBoundary key={language} failure={(_error, retry) => <NotLoaded language={language} retry={retry} />}>
        <Suspense fallback={<p role="status">{t('replyLoading')}</p>}>
          <Message language={language} {...message} />
        </Suspense>
      </PartBoundary>
    </section>
  );
}

function NotLoaded({ language, retry }: { readonly language: Language; readonly retry: () => void }) {
  const { t } = useWords(deskWords);
  return (
    <>
      <p role="alert">{t('replyNotLoaded')}</p>
      <Button
        onClick={() => void Promise.all([replyWords.load(language), statusWords.load(language)]).then(retry, retry)}
      >
        {t('loadAgain')}
      </Button>
    </>
  );
}

type MessageProps = Pick<Props, 'found' | 'caseUrl' | 'language'>;

function Message({ found, caseUrl, language }: MessageProps): ReactNode {
  const { t } = useWords(deskWords);
  const explorer = useExplorer();
  const reply = use(replyWords.lastLoad(language));
  const status = use(statusWords.lastLoad(language));
  const words = useMemo(() => {
    const where = { language, locale: localeOf(language, navigator.languages) };
    return { reply: createWords(reply, where), status: createWords(status, where) };
  }, [reply, status, language]);
  const [result, setResult] = useState<'copied' | 'notCopied' | null>(null);
  const text = writeReply(found, { words, caseUrl, explorer });
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setResult('copied'),
      () => setResult('notCopied'),
    );
  };
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
        <span role="status">{result === null ? null : t(result)}</span>
      </div>
    </>
  );
}
