import { recipientWords } from '../../i18n/recipient/recipientWords.ts';
import { useWords } from '../../i18n/useWords.ts';
import { Notice } from '../../ui/Notice.tsx';

/** The installation refuses the connected account. */
export function BlockedNotice() {
  const { t } = useWords(recipientWords);
  return (
    <Notice tone="danger" title={t('accountBlocked')}>
      {t('accountBlockedText')}
    </Notice>
  );
}
