import { useState, useSyncExternalStore } from 'react';
import * as v from 'valibot';
import type { Banner as BannerConfig } from '#shared/config/installationConfig.ts';
import { localText } from '../config/localText.ts';
import { useLanguage, useTexts } from '../i18n/useTexts.ts';
import { createStored } from '../lib/createStored.ts';
import type { IconName } from '../ui/Icon.tsx';
import { Icon } from '../ui/Icon.tsx';
import styles from './Banner.module.css';
import { useAppServices, useNotices } from './services.ts';

const icons: Record<BannerConfig['tone'], IconName> = { info: 'info', warning: 'warning', danger: 'warning' };

/** The operator's message above every page. */
export function Banner() {
  const { banner } = useNotices();
  const { installation } = useAppServices().config;
  const [dismissed] = useState(() =>
    createStored(() => window.localStorage, {
      key: `causeway.dismissed.${installation}`,
      schema: v.string(),
      empty: '',
    }),
  );
  // Dismissing one text does not hide the next.
  const lastClosed = useSyncExternalStore(dismissed.subscribe, dismissed.get);
  if (!banner || lastClosed === banner.text.en) return null;
  return <Message banner={banner} onClose={() => void dismissed.choose(banner.text.en)} />;
}

function Message({ banner, onClose }: { readonly banner: BannerConfig; readonly onClose: () => void }) {
  const { t } = useTexts('app');
  const { language } = useLanguage();
  const message = localText(banner.text, language);
  const link = banner.link ? localText(banner.link.text, language) : null;
  return (
    <section className={`${styles.banner} ${styles[banner.tone]}`} aria-label={t('message')}>
      <Icon name={icons[banner.tone]} size={18} />
      <p lang={message.language} dir="auto">
        {message.text}{' '}
        {banner.link && link ? (
          <a href={banner.link.url} target="_blank" rel="noreferrer" lang={link.language}>
            {link.text}
          </a>
        ) : null}
      </p>
      <button type="button" className={styles.close} aria-label={t('closeMessage')} onClick={onClose}>
        <Icon name="close" size={16} />
      </button>
    </section>
  );
}
