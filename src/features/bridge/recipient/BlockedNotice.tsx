import { Notice } from '../../../ui/Notice.tsx';
import { recipientWords } from '../../../words/recipient/recipientWords.ts';
import { useWords } from '../../../words/useWords.ts';

/** The installation refuses the connected account. */
export function BlockedNotice() {
  const { t } = useWords(recipientWords);
  return (
    <Notice tone="danger" title={t('accountBlocked')}>
      {t('accountBlockedText')}
    </Notice>
  );
}
