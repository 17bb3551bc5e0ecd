import type { ReactNode } from 'react';
import type { IconName } from './Icon.tsx';
import { Icon } from './Icon.tsx';
import styles from './Notice.module.css';
import tones from './tones.module.css';

type Tone = 'info' | 'good' | 'warning' | 'danger';

const icons: Record<Tone, IconName> = { info: 'info', good: 'check', warning: 'warning', danger: 'warning' };

type Props = {
  readonly tone: Tone;
  readonly title?: string;
  /** A notice instead of a page has the heading of the page. */
  readonly titleAs?: 'p' | 'h1';
  readonly children?: ReactNode;
};

export function Notice({ tone, title, titleAs: Title = 'p', children }: Props) {
  return (
    <div className={`${styles.notice} ${tones[tone]}`} role={tone === 'danger' ? 'alert' : 'status'}>
      <span className={styles.icon}>
        <Icon name={icons[tone]} size={18} />
      </span>
      <div className={styles.text}>
        {title ? <Title className={styles.title}>{title}</Title> : null}
        {children}
      </div>
    </div>
  );
}
