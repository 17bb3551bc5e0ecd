import ui from '../../../ui/ui.module.css';
import { useLanguage } from '../../../words/language.ts';
import styles from './answer.module.css';
import { Fact } from './Fact.tsx';
import { UtcTime, utcText } from './UtcTime.tsx';

/** Staff and customers sit in different time zones, so the UTC time and that of this device show. */
export function TimeFact({ label, ms }: { readonly label: string; readonly ms: number }) {
  const { locale } = useLanguage();
  const local = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long' }).format(ms);
  return (
    <Fact label={label} value={utcText(ms)}>
      <span className={styles.time}>
        <UtcTime ms={ms} />
        <small className={ui.small}>{local}</small>
      </span>
    </Fact>
  );
}
