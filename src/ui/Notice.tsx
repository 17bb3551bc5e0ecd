import type { ReactNode } from 'react';
import type { IconName } from './Icon.tsx';
import { Icon } from './Icon.tsx';
import styles from './page.module.css';

type Tone = 'info' | 'good' | 'warning' | 'danger';

const icons: Record<Tone, IconName> = { info: 'info', good: 'check', warning: 'warning', danger: 'warning' };

type Props = {
  readonly tone: Tone;
  readonly title?: string;
  /** A notice that replaces a page has the page's heading. */
  readonly titleAs?: 'p' | 'h1';
  readonly children?: ReactNode;
};

export function Notice({ tone, title, titleAs: Title = 'p', children }: Props) {
  return (
    <div className={`${styles.notice} ${styles[tone]}`} role={tone === 'danger' ? 'alert' : 'status'}>
      <span className={styles.noticeIcon}>
        <Icon name={icons[tone]} size={18} />
      </span>
      <div className={styles.noticeText}>
        {title ? <Title className={styles.noticeTitle}>{title}</Title> : null}
        {children}
      </div>
    </div>
  );
}
