import type { Confidence } from '../../../domain/desk/confidenceOf.ts';
import { Icon } from '../../../ui/Icon.tsx';
import ui from '../../../ui/ui.module.css';
import type { DeskWords } from '../../../words/desk/deskWords.ts';
import { deskWords } from '../../../words/desk/deskWords.ts';
import { useWords } from '../../../words/useWords.ts';
import styles from './answer.module.css';

function confidenceText(confidence: Confidence, { t, allOf }: DeskWords): string {
  switch (confidence.kind) {
    case 'verified':
      return t('confidence_verified', { chains: allOf(confidence.chainNames) });
    case 'depositVerified': {
      const { chainNames, reported } = confidence;
      const verified = t('confidence_depositVerified', { chains: allOf(chainNames) });
      return reported === null
        ? verified
        : `${verified} ${t('confidence_reports', { what: t(`reports_${reported}`) })}`;
    }
    case 'asked':
      return t('confidence_asked', { chains: allOf(confidence.chainNames) });
    case 'reported':
      return t('confidence_reported');
    case 'partial': {
      const missing = [...confidence.chainNames, ...(confidence.isServiceSilent ? [t('theBridge')] : [])];
      return missing.length > 0 ? t('confidence_partial', { chains: allOf(missing) }) : t('confidence_incomplete');
    }
  }
}

/** How well the verdict beside it is founded. */
export function ConfidenceMark({ confidence }: { readonly confidence: Confidence }) {
  const words = useWords(deskWords);
  const isVerified = confidence.kind === 'verified' || confidence.kind === 'depositVerified';
  return (
    <span className={`${ui.note} ${styles.mark} ${isVerified ? styles.verified : ''}`}>
      <Icon name={isVerified ? 'check' : 'info'} size={16} />
      {confidenceText(confidence, words)}
    </span>
  );
}
