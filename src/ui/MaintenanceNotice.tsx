import { localText } from '../domain/localText.ts';
import type { Closure } from '../domain/maintenance.ts';
import { closesAll } from '../domain/maintenance.ts';
import { installationWords } from '../words/installation/installationWords.ts';
import { useLanguage } from '../words/language.ts';
import { useWords } from '../words/useWords.ts';
import { Notice } from './Notice.tsx';

/** Says that the operator has closed the route, or all of them. */
export function MaintenanceNotice({ closure }: { readonly closure: Closure }) {
  const { t, moment } = useWords(installationWords);
  const { language } = useLanguage();
  const own = closure.text && localText(closure.text, language);
  return (
    <Notice tone="warning" title={t(closesAll(closure) ? 'maintenanceAll' : 'maintenanceRoute')}>
      {own ? (
        <p>
          <bdi lang={own.language}>{own.text}</bdi>
        </p>
      ) : null}
      <p>{t('maintenanceText')}</p>
      {closure.until === undefined ? null : <p>{t('maintenanceUntil', { time: moment(closure.until) })}</p>}
    </Notice>
  );
}
