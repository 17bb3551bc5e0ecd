import { localText } from '../config/localText.ts';
import type { Closure } from '../config/maintenance.ts';
import { closesAll } from '../config/maintenance.ts';
import { useLanguage, useTexts } from '../i18n/useTexts.ts';
import { Notice } from '../ui/Notice.tsx';

/** Says that the operator has closed this route, or all routes. */
export function MaintenanceNotice({ closure }: { readonly closure: Closure }) {
  const { t, timestamp } = useTexts('app');
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
      {closure.until === undefined ? null : <p>{t('maintenanceUntil', { time: timestamp(closure.until) })}</p>}
    </Notice>
  );
}
