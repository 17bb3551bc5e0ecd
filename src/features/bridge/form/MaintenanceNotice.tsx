import type { Maintenance } from '../../../config/installation/noticesConfig.ts';
import { localText } from '../../../domain/localText.ts';
import { closesAll } from '../../../domain/maintenance.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { installationWords } from '../../../words/installation/installationWords.ts';
import { useLanguage } from '../../../words/language.ts';
import { useWords } from '../../../words/useWords.ts';

/** Says that the operator has closed the route, or all of them. */
export function MaintenanceNotice({ closure }: { readonly closure: Maintenance }) {
  const { t, moment } = useWords(installationWords);
  const { language } = useLanguage();
  const own = closure.text && localText(closure.text, language);
  return (
    <Notice tone="warning" title={t(closesAll(closure) ? 'maintenanceAll' : 'maintenanceRoute')}>
      {own ? (
        <p lang={own.language} dir="auto">
          {own.text}
        </p>
      ) : null}
      <p>{t('maintenanceText')}</p>
      {closure.until === undefined ? null : <p>{t('maintenanceUntil', { time: moment(closure.until) })}</p>}
    </Notice>
  );
}
